/**
 * The files of a running PostgreSQL as they are at one moment, over the replication protocol (PostgreSQL 18 documentation,
 * 54.4, BASE_BACKUP). The write-ahead log of the time that the copy took comes last in it, so that a server which starts on the
 * copy brings every file to the moment at which the copy ended.
 */
import { Readable } from "node:stream";
import pg from "pg";
import { isPassing } from "../passing.ts";
import { sqlStateOf } from "../sql-state.ts";
import { StartupError } from "../startup-error.ts";

/** The first byte of a message of the copy: a new archive, or bytes of it. Other messages tell of progress. */
const newArchive = "n".charCodeAt(0);
const archiveBytes = "d".charCodeAt(0);

/**
 * The files as one tar archive. It is read from the server no faster than it is read here.
 *
 * @param ownerUrl of a login that may replicate. The archive ends in a StartupError with the server's reason where it cannot be
 *   whole: a page whose checksum is wrong, a log that was removed meanwhile, a server that stops.
 */
export function readBaseBackup(ownerUrl: string): Readable {
  const url = new URL(ownerUrl);
  url.searchParams.set("replication", "true");
  const client = new pg.Client({ connectionString: url.href, application_name: "accord backup" });
  const { connection } = client;
  const archive = new Readable({
    read: () => {
      connection.stream.resume();
    },
    destroy: (error, done) => {
      client.end().then(
        () => done(error),
        () => done(error),
      );
    },
  });
  const fail = (error: Error) => {
    archive.destroy(new StartupError(`The database ended the copy: ${reasonOf(error)}.`, error));
  };
  client.on("error", fail);
  let archives = 0;
  connection.on("copyData", ({ chunk }: { readonly chunk: Buffer }) => {
    if (chunk[0] === newArchive && ++archives > 1)
      archive.destroy(new StartupError("The database has tablespaces of its own, which accord backup does not copy."));
    // Copied: the driver uses its buffer again.
    if (chunk[0] === archiveBytes && !archive.push(Buffer.from(chunk.subarray(1)))) connection.stream.pause();
  });
  copy(client).then(() => archive.push(null), fail);
  return archive;
}

async function copy(client: pg.Client): Promise<void> {
  await client.connect();
  // Until the session ends no log is removed that the copy needs, however long it takes (max_slot_wal_keep_size bounds it).
  await client.query(`CREATE_REPLICATION_SLOT accord_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL)`);
  await client.query("BASE_BACKUP (LABEL 'accord', CHECKPOINT 'fast', WAL true, MANIFEST 'no')");
}

/** One clause: the same whether a server that stops is heard, or its connection ends before that is read. */
function reasonOf(error: Error): string {
  const sqlState = sqlStateOf(error);
  const isClosed = sqlState === undefined ? isPassing(error) : sqlState.startsWith("57P");
  return isClosed ? "the connection was closed" : error.message.replace(/\s+/g, " ").replace(/\.$/, "");
}
