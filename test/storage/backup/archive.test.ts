import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { expect } from "chai";
import { pack } from "tar-stream";
import { type BackupDescription, packArchive, unpackArchive } from "#src/storage/backup/archive.ts";
import { type BackupKey, parseBackupKey } from "#src/storage/backup/backup-key.ts";
import { decryptionWith, encryptionWith } from "#src/storage/backup/encryption.ts";
import { ObjectDisk } from "#src/storage/objects/embedded/disk.ts";
import { heldFolder, holdDeletions } from "#src/storage/objects/embedded/held.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { deepIt } from "#test/support/runs.ts";
import { aDescription } from "./description.ts";

/** A database of one file. */
function aDatabase(bytes = Buffer.from("rows")): Readable {
  const archive = pack();
  archive.entry({ name: "base", type: "directory" });
  archive.entry({ name: "base/1" }, bytes);
  archive.finalize();
  return Readable.from(archive);
}

/** All that is in an archive, and in which order. */
async function contentOf(plain: AsyncIterable<Uint8Array>) {
  const files = new Map<string, string>();
  const folders: string[] = [];
  let described: BackupDescription | undefined;
  const content = await unpackArchive(plain, {
    describe: async (description) => {
      described = description;
    },
    folder: async (path) => {
      folders.push(path);
    },
    file: async (path, bytes) => {
      files.set(path, (await buffer(Readable.from(bytes))).toString());
    },
  });
  return { described, content, folders, files };
}

describe("the archive of a backup", () => {
  const folder = temporaryFolder();

  it("begins with its description, and gives back what went in", async () => {
    const path = join(folder, "plain", "accord", `${"long-name".repeat(12)}.d`, "file.o");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "an object");
    const { bytes } = packArchive({
      description: aDescription(),
      database: aDatabase,
      files: new Map<string, () => Promise<string | undefined>>([
        ["demo.json", async () => "{}"],
        ["not-there", async () => undefined],
      ]),
      objectFolders: [join(folder, "plain")],
    });
    const { described, content, folders, files } = await contentOf(bytes);
    expect(described).to.deep.equal(aDescription());
    expect(folders).to.deep.equal(["postgres/data/base"]);
    expect([...files]).to.deep.equal([
      ["postgres/data/base/1", "rows"],
      ["demo.json", "{}"],
      [`objects/buckets/accord/${"long-name".repeat(12)}.d/file.o`, "an object"],
    ]);
    expect(content).to.deep.equal({ databaseBytes: 4, objects: 1, objectBytes: 9 });
  });

  it("ends in the error of the database that it was read from", async () => {
    const broken = () =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(512);
          throw new Error("the server is gone");
        })(),
      );
    const { bytes, content } = packArchive({
      description: aDescription(),
      database: broken,
      files: new Map(),
      objectFolders: [],
    });
    expect(await buffer(bytes).catch((error: Error) => error.message)).to.equal("the server is gone");
    expect(await content.catch((error: Error) => error.message)).to.equal("the server is gone");
  });

  it("refuses what leads out of the folder that it is unpacked to", async () => {
    const { bytes } = packArchive({
      description: aDescription(),
      database: aDatabase,
      files: new Map([["../outside", async () => "x"]]),
      objectFolders: [],
    });
    expect(await contentOf(bytes).catch((error: Error) => error.message)).to.include("no whole backup of Accord");
  });

  describe("with objects that are deleted while they are copied", () => {
    const key = "tenant/files/a";
    let disk: ObjectDisk;
    let directory: string;
    beforeEach(async () => {
      directory = join(folder, "objects");
      disk = await ObjectDisk.open(directory);
      await disk.createBucket("accord");
      const upload = await disk.beginUpload();
      await upload.write(Buffer.from("bytes"));
      const metadata = { size: 5, md5: "", sha256: "", crc32: "", lastModified: 0, headers: {} };
      await upload.commit("accord", key, metadata, true);
    });
    afterEach(() => rmSync(directory, { recursive: true }));

    /** Deletes the object between the copy of the database and that of the objects. */
    const objectsInBackup = async () => {
      const files = new Map([["file", () => disk.deleteObject("accord", key).then(() => "")]]);
      const objectFolders = [join(directory, "buckets"), heldFolder(directory)];
      const { bytes } = packArchive({ description: aDescription(), database: aDatabase, files, objectFolders });
      return (await contentOf(bytes)).content.objects;
    };

    it("has them all the same, as the database may refer to them, and then they are gone", async () => {
      const hold = await holdDeletions(directory);
      expect(await objectsInBackup()).to.equal(1);
      expect(await disk.hasObject("accord", key)).to.equal(false);
      await hold.release();
      expect(readdirSync(heldFolder(directory))).to.deep.equal([]);
    });

    it("deletes as ever when nobody holds them, and forgets what a dead backup has held", async () => {
      mkdirSync(heldFolder(directory));
      writeFileSync(join(heldFolder(directory), "lock"), "999999999 then\n");
      expect(await objectsInBackup()).to.equal(0);
      writeFileSync(join(heldFolder(directory), "left"), "");
      await ObjectDisk.open(directory);
      expect(existsSync(heldFolder(directory))).to.equal(false);
    });

    it("begins after a dead backup while the store moves objects into the folders that it has left", async () => {
      const held = heldFolder(directory);
      const folderOfDead = join(held, "accord", "folder");
      for (let round = 0; round < 20; round++) {
        mkdirSync(folderOfDead, { recursive: true });
        writeFileSync(join(held, "lock"), "999999999 then\n");
        for (let i = 0; i < 20; i++) writeFileSync(join(folderOfDead, String(i)), "");
        let begun = false;
        const moving = (async () => {
          for (let i = 20; !begun; i++) {
            await mkdir(folderOfDead, { recursive: true }).catch(() => {});
            await writeFile(join(folderOfDead, String(i)), "").catch(() => {});
          }
        })();
        const hold = await holdDeletions(directory).finally(() => {
          begun = true;
        });
        await moving;
        await hold.release();
      }
      expect(readdirSync(join(directory, "tmp"))).to.deep.equal([]);
    });
  });
});

describe("the encryption of a backup", () => {
  const plain = Buffer.concat(Array.from({ length: 5 }, (_, i) => Buffer.alloc(65_536, i)));
  let identity: string;
  let recipient: string;
  let whole: Buffer;
  before(async () => {
    identity = await generateIdentity();
    recipient = await identityToRecipient(identity);
    whole = await encrypted(keyIn(recipient));
  });

  function keyIn(text: string): BackupKey {
    const key = parseBackupKey(text);
    if (key === undefined) throw new Error(`No key: ${text}`);
    return key;
  }
  const encrypted = (key: BackupKey) => buffer(Readable.from(encryptionWith(key)(Readable.from([plain]))));
  const opened = async (bytes: Buffer, key = keyIn(identity)) =>
    await buffer(Readable.from(decryptionWith(key)(Readable.from([bytes])))).catch((error: Error) => error.message);

  deepIt("is undone by the secret half of the key, or by the passphrase", async () => {
    expect(await opened(whole)).to.deep.equal(plain);
    expect(await opened(await encrypted(keyIn(identity)))).to.deep.equal(plain);
    const passphrase = keyIn("correct horse battery staple");
    expect(await opened(await encrypted(passphrase), passphrase)).to.deep.equal(plain);
  });

  it("is not undone by another key, nor by the public half", async () => {
    expect(await opened(whole, keyIn(await generateIdentity()))).to.include("made with another one");
    expect(() => decryptionWith(keyIn(recipient))).to.throw("only encrypts");
  });

  it("notices every changed byte, wherever it is", async () => {
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 41)) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await opened(changed), `byte ${at}`).to.be.a("string");
    }
  });

  it("notices what is missing, moved, repeated or added", async () => {
    const chunk = 65_536 + 16;
    const head = whole.length - 5 * chunk;
    const chunks = Array.from({ length: 5 }, (_, i) => whole.subarray(head + i * chunk, head + (i + 1) * chunk));
    const order = (...indexes: number[]) =>
      Buffer.concat([whole.subarray(0, head), ...indexes.flatMap((i) => chunks[i] ?? [])]);
    expect(await opened(order(0, 1, 2, 3, 4))).to.deep.equal(plain);
    for (const changed of [order(0, 1, 2, 3), order(0, 1, 3, 4), order(0, 2, 1, 3, 4), order(0, 1, 1, 2, 3, 4)])
      expect(await opened(changed)).to.include("damaged or cut short");
    expect(await opened(whole.subarray(0, -1))).to.include("damaged or cut short");
    expect(await opened(Buffer.concat([whole, Buffer.of(0)]))).to.include("damaged or cut short");
    expect(await opened(whole.subarray(0, 20))).to.include("no backup of Accord");
    expect(await opened(Buffer.from("something else"))).to.include("no backup of Accord");
  });

  it("takes keys as age-keygen writes them, and no short passphrase", () => {
    expect(parseBackupKey(`# created: today\n# public key: ${recipient}\n${identity}\n`)).to.deep.equal({
      kind: "identities",
      identities: [identity],
    });
    expect(parseBackupKey(`${recipient}\n${recipient}`)).to.deep.include({ kind: "recipients" });
    for (const text of ["", "# nothing", "too short", `${recipient}\n${identity}`, "two lines\nthat say something"])
      expect(parseBackupKey(text), text).to.equal(undefined);
  });
});
