import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { expect } from "chai";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { fileKey } from "#src/apis/placeholder/files/removal.ts";
import { entities, migrations } from "#src/schema.ts";
import { openDatabase } from "#src/storage/database.ts";
import { type Signed, sharedPlaceholderServer } from "#test/builders/placeholder.ts";
import { CommitProxy } from "#test/support/commit-proxy.ts";
import { asTestDatabase } from "#test/support/database.ts";
import { silent } from "#test/support/postgres.ts";
import { expectFailure, expectFindings } from "#test/support/refusals.ts";
import { until } from "#test/support/until.ts";
import { emptyZip, gif, jpeg, pdf, png, pngWith, webp, zip } from "../files/samples.ts";

type Bytes = Uint8Array<ArrayBuffer>;
const most = 10 * 1024 * 1024;

describe("uploadFile", () => {
  const server = sharedPlaceholderServer();
  const formOf = (bytes: Uint8Array | string, name = "file.bin", field = "file", type = "application/octet-stream") => {
    const form = new FormData();
    form.set(field, new Blob([bytes as Bytes], { type }), name);
    return form;
  };
  const upload = (as: Signed | string | undefined, body: FormData | string, headers = {}) =>
    server.send("POST", "/v1/upload", { as, body, headers });
  const stored = (as: Signed, body: FormData) =>
    server.data<Schemas["UploadedFile"]>("POST", "/v1/upload", { as, body });
  const keysOf = async ({ user }: Signed, { objects } = server) => {
    const keys: string[] = [];
    for await (const key of objects.list(`${user.id}/`)) keys.push(key);
    return keys;
  };
  const rowsOf = async ({ user }: Signed) => {
    const { rows } = await server.database.pool.query("SELECT * FROM placeholder_files WHERE user_id = $1", [user.id]);
    return rows;
  };
  const expectNothing = async (as: Signed) => expect([await keysOf(as), await rowsOf(as)]).to.deep.equal([[], []]);

  describe("201", () => {
    const kinds = [
      ["image/png", png],
      ["image/jpeg", jpeg],
      ["image/gif", gif],
      ["image/webp", webp],
      ["application/pdf", pdf],
      ["text/plain", Buffer.from("Remember the milk.")],
    ] as const;
    for (const [mediaType, bytes] of kinds)
      it(`stores ${mediaType}, whatever the form calls it`, async () => {
        const as = await server.aUser();
        const file = await stored(as, formOf(bytes, "evil.html", "file", "text/html"));
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        expect(file).to.deep.equal({ id: file.id, filename: "evil.html", mediaType, size: bytes.length, sha256 });
        const key = fileKey(as.user.id, file.id);
        expect(await keysOf(as)).to.deep.equal([key]);
        const object = await server.objects.get(key);
        expect(object?.contentType).to.equal(mediaType);
        const chunks: Buffer[] = [];
        for await (const chunk of object?.body ?? []) chunks.push(chunk as Buffer);
        expect(Buffer.concat(chunks).equals(bytes)).to.equal(true);
        expect(await rowsOf(as)).to.have.length(1);
      });

    it("takes 10 MiB to the byte", async () => {
      const { size } = await stored(await server.aUser(), formOf("x".repeat(most)));
      expect(size).to.equal(most);
    });

    it("keeps the last part of the file's name only", async () => {
      const as = await server.aUser();
      for (const [given, kept] of [
        ["../../etc/passwd", "passwd"],
        ["C:\\temp\\note.txt", "note.txt"],
        ["Ünïcode ✓.txt", "Ünïcode ✓.txt"],
      ] as const)
        expect((await stored(as, formOf("text", given))).filename).to.equal(kept);
    });
  });

  describe("400", () => {
    it("refuses an empty file, a missing one, another field, a text and two files, and keeps nothing", async () => {
      const as = await server.aUser();
      const none = new FormData();
      none.set("other", "text");
      const text = new FormData();
      text.set("file", "text");
      const two = formOf("one");
      two.append("file", new Blob(["two"]), "two.txt");
      expectFindings(await upload(as, formOf("")), "/body/file");
      expectFindings(await upload(as, none), "/body/file", "/body/other");
      expectFindings(await upload(as, formOf("text", "a.txt", "upload")), "/body/file", "/body/upload");
      expectFindings(await upload(as, text), "/body/file");
      expectFindings(await upload(as, two), "/body/file");
      await expectNothing(as);
    });

    it("refuses a name that is too long", async () => {
      const as = await server.aUser();
      expectFindings(await upload(as, formOf("text", "x".repeat(256))), "/body/file");
      await expectNothing(as);
    });

    it("refuses a body that is no form", async () => {
      const as = await server.aUser();
      for (const type of ["multipart/form-data", "multipart/form-data; boundary=x"])
        expectFailure(await upload(as, "nonsense", { "content-type": type }), 400, "MALFORMED_BODY");
      await expectNothing(as);
    });
  });

  describe("when the answer to COMMIT is lost", () => {
    for (const fault of ["reset after", "reset before"] as const)
      it(`keeps the file where its record is, and neither without the other (${fault} the commit)`, async () => {
        const as = await server.aUser();
        const { proxy, url } = await CommitProxy.open(server.database.url);
        const database = await openDatabase(url, { entities, migrations, log: silent });
        const away = await server.another({}, asTestDatabase(database, server.database.url, server.database.ownerUrl));
        try {
          const caught = proxy.arm(fault);
          const { status } = await away.send("POST", "/v1/upload", { as, body: formOf(png) });
          await caught;
          expect(status).to.equal(fault === "reset after" ? 201 : 503);
          const kept = fault === "reset after" ? 1 : 0;
          expect([await keysOf(as, away), await rowsOf(as)].map(({ length }) => length)).to.deep.equal([kept, kept]);
        } finally {
          await away.stop();
          await database.close();
          await proxy.close();
        }
      });
  });

  describe("413", () => {
    it("refuses a file of one byte too many, and keeps nothing", async () => {
      const as = await server.aUser();
      expectFailure(await upload(as, formOf("x".repeat(most + 1))), 413, "PAYLOAD_TOO_LARGE");
      await expectNothing(as);
    });

    it("refuses what the account's files leave no room for, also of many that come at once", async () => {
      const frugal = await server.another({ quotaAccountBytes: 1_000 });
      try {
        const [as, stranger] = [await server.aUser(), await server.aUser()];
        const send = (who: Signed, bytes: number) =>
          frugal.send("POST", "/v1/upload", { as: who, body: formOf("x".repeat(bytes)) });
        const answers = await Promise.all(Array.from({ length: 10 }, () => send(as, 300)));
        const refused = answers.filter(({ status }) => status !== 201);
        expect(refused).to.have.length(7);
        for (const answer of refused) expectFailure(answer, 413, "STORAGE_QUOTA_EXCEEDED");
        expect([await keysOf(as, frugal), await rowsOf(as)].map(({ length }) => length)).to.deep.equal([3, 3]);
        expectFailure(await send(as, 101), 413, "STORAGE_QUOTA_EXCEEDED");
        expect((await send(as, 100)).status).to.equal(201);
        expect((await send(stranger, 1_000)).status).to.equal(201);
      } finally {
        await frugal.stop();
      }
    });

    it("refuses a file of an account that has 10,000, however small they are", async () => {
      const as = await server.aUser();
      await server.database.owner.query(
        `INSERT INTO placeholder_files (user_id, id, filename, media_type, size, sha256, created_at)
         SELECT $1, gen_random_uuid(), 'a.txt', 'text/plain', 1, repeat('0', 64), now() FROM generate_series(1, 10000)`,
        [as.user.id],
      );
      const post = () => upload(as, formOf("a", "a.txt"));
      expectFailure(await post(), 413, "STORAGE_QUOTA_EXCEEDED");
      const one = "(SELECT id FROM placeholder_files WHERE user_id = $1 LIMIT 1)";
      await server.database.owner.query(`DELETE FROM placeholder_files WHERE user_id = $1 AND id = ${one}`, [
        as.user.id,
      ]);
      expect((await post()).status).to.equal(201);
    });

    it("refuses a file without a declared length while it still comes, and keeps nothing", async () => {
      const as = await server.aUser();
      const { sent, status } = await stream(as, 64 * 1024 * 1024);
      expect(status).to.equal(413);
      expect(sent).to.be.lessThan(64 * 1024 * 1024);
      await expectNothing(as);
    });
  });

  describe("415", () => {
    it("refuses files of other types and files that are two things at once, and keeps nothing", async () => {
      const as = await server.aUser();
      for (const bytes of ["<html>", emptyZip, Buffer.concat([gif, emptyZip]), pngWith(zip), randomBytes(1000)])
        expectFailure(await upload(as, formOf(bytes, "a.png", "file", "image/png")), 415, "UNSUPPORTED_MEDIA_TYPE");
      await expectNothing(as);
    });

    it("refuses bodies of other types", async () => {
      const as = await server.aUser();
      for (const type of ["application/json", "image/png", "text/plain"])
        expectFailure(await upload(as, "{}", { "content-type": type }), 415, "UNSUPPORTED_MEDIA_TYPE");
    });
  });

  describe("an upload that breaks off", () => {
    it("leaves nothing behind, neither a record nor an object nor a temporary file", async () => {
      const as = await server.aUser();
      const folders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("accord-upload-"));
      const before = await folders();
      const socket = request(`${server.baseUrl}/v1/upload`, {
        method: "POST",
        headers: { authorization: `Bearer ${as.accessToken}`, "content-type": "multipart/form-data; boundary=b" },
      });
      socket.on("error", () => {});
      socket.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
      socket.write("x".repeat(100_000));
      await until(async () => (await folders()).length > before.length);
      socket.destroy();
      await until(async () => (await folders()).length <= before.length);
      await expectNothing(as);
    });
  });

  describe("500", () => {
    it("answers a mistake of ours, and keeps nothing", async () => {
      const as = await server.aUser();
      const answer = await server.whileMissing("placeholder_files", () => upload(as, formOf("text")));
      expectFailure(answer, 500, "INTERNAL_ERROR");
      await expectNothing(as);
    });
  });

  /** Sends a file in chunks, without a Content-Length, until it is answered. */
  function stream(as: Signed, bytes: number): Promise<{ sent: number; status: number | undefined }> {
    return new Promise((resolve, reject) => {
      let sent = 0;
      let answered = false;
      const outgoing = request(
        `${server.baseUrl}/v1/upload`,
        {
          method: "POST",
          headers: { authorization: `Bearer ${as.accessToken}`, "content-type": "multipart/form-data; boundary=b" },
        },
        (response) => {
          answered = true;
          response.resume();
          resolve({ sent, status: response.statusCode });
          outgoing.destroy();
        },
      );
      outgoing.on("error", (error) => !answered && reject(error));
      outgoing.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
      const chunk = Buffer.alloc(64 * 1024, "x");
      const more = () => {
        if (answered || sent >= bytes) return;
        sent += chunk.length;
        outgoing.write(chunk, more);
      };
      more();
    });
  }
});
