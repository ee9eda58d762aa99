/**
 * Copies the files of a running PostgreSQL over the replication protocol (PostgreSQL 18 documentation, 54.4, BASE_BACKUP). The copy ends
 * with the write-ahead log that was written while it was made. A server that starts on the copy replays this log, which brings every file
 * to the moment at which the copy ended.
 */
import { Readable } from "node:stream";
import pg from "pg";
import { isPassing } from "../passing.ts";
import { sqlStateOf } from "../sql-state.ts";
import { StartupError } from "../startup-error.ts";

/** The first byte of a message: a new archive, or bytes of it. Other messages report progress. */
const newArchive = "n".charCodeAt(0);
const archiveBytes = "d".charCodeAt(0);

/**
 * The files as one tar archive, with back-pressure. The stream fails with a StartupError that has the server's reason when the archive
 * cannot be complete: a page has a wrong checksum, the log was removed meanwhile, or the server stops.
 *
 * @param ownerUrl the URL of a login that has the right to replicate.
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
    // Copied, because the driver reuses its buffer.
    if (chunk[0] === archiveBytes && !archive.push(Buffer.from(chunk.subarray(1)))) connection.stream.pause();
  });
  copy(client).then(() => archive.push(null), fail);
  return archive;
}

async function copy(client: pg.Client): Promise<void> {
  await client.connect();
  // The slot keeps the log that the copy needs until the session ends, up to max_slot_wal_keep_size.
  await client.query(`CREATE_REPLICATION_SLOT accord_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL)`);
  await client.query("BASE_BACKUP (LABEL 'accord', CHECKPOINT 'fast', WAL true, MANIFEST 'no')");
}

/** The reason as one clause. It is the same whether a stopping server reports it or only its connection ends. */
function reasonOf(error: Error): string {
  const sqlState = sqlStateOf(error);
  const isClosed = sqlState === undefined ? isPassing(error) : sqlState.startsWith("57P");
  return isClosed ? "the connection was closed" : error.message.replace(/\s+/g, " ").replace(/\.$/, "");
}
