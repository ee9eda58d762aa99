import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect } from "chai";
import { maxNameLength } from "#src/http/long-text.ts";
import type { UploadedFile } from "#src/http/multipart.ts";
import { opened } from "#test/support/opened.ts";
import { until } from "#test/support/until.ts";
import { aDocument, anything } from "./support/document.ts";
import { echo, post, problemOf, serve } from "./support/serve.ts";
import { nextBytes, open } from "./support/wire.ts";

const text = { type: "string", maxLength: 50 };

describe("forms", () => {
  const served = opened(async () => {
    const schema = {
      type: "object",
      additionalProperties: false,
      required: ["name"],
      properties: {
        name: text,
        age: { type: "integer" },
        agreed: { type: "boolean" },
        tags: { type: "array", items: text },
        scores: { type: "array", items: { type: "integer" } },
        plan: { type: "string", default: "free" },
      },
    };
    const content = { "application/x-www-form-urlencoded": { schema } };
    const requestBody = { required: true, content };
    return serve(
      aDocument({ paths: { "/form": { post: { operationId: "send", requestBody, responses: anything } } } }),
      { handlers: { send: echo } },
    );
  });
  const send = (body: string | Uint8Array) =>
    post(`${served.url}/form`, body, { "Content-Type": "application/x-www-form-urlencoded" });
  const places = async (body: string) =>
    (await problemOf(await send(body))).fieldErrors.map(({ path, code }) => `${path} ${code}`);

  it("become the types that the schema says, lists from repeated names, defaults where nothing is", async () => {
    const response = await send("name=Ada+L%C3%B6&age=36&agreed=true&tags=a&scores=1&scores=2");
    expect(await response.json()).to.deep.include({
      body: { name: "Ada Lö", age: 36, agreed: true, tags: ["a"], scores: [1, 2], plan: "free" },
    });
  });

  it("are validated field by field", async () => {
    expect(await places("age=old&agreed=1&scores=x&__proto__=1&other=2")).to.have.members([
      "/body/name required",
      "/body/age type",
      "/body/agreed type",
      "/body/scores/0 type",
      "/body/__proto__ unknown",
      "/body/other unknown",
    ]);
    expect(await places("name=a&name=b")).to.deep.equal(["/body/name type"]);
    expect(await places(`name=a&${"n".repeat(maxNameLength)}=b`)).to.have.length(1);
    expect(await places("name=%00")).to.deep.equal(["/body/name nul"]);
  });

  it("may not have names that are longer than names are", async () => {
    const problem = await problemOf(await send(`name=a&${"n".repeat(maxNameLength + 1)}=b`));
    expect(problem).to.include({ status: 400, code: "MALFORMED_BODY" });
    expect(problem.detail).to.equal(`The name of field 2 has more than ${maxNameLength} characters.`);
  });

  it("that are no UTF-8 are MALFORMED_BODY", async () => {
    expect(await problemOf(await send("name=%ff"))).to.include({ status: 400, code: "MALFORMED_BODY" });
    expect(await problemOf(await send(new Uint8Array([0x61, 0x3d, 0xff])))).to.include({ code: "MALFORMED_BODY" });
  });
});

describe("multipart forms", () => {
  const limit = 200_000;
  const kept: UploadedFile[] = [];
  const served = opened(async () => {
    const schema = {
      type: "object",
      additionalProperties: false,
      required: ["file"],
      properties: {
        file: { type: "string", format: "binary" },
        note: text,
        count: { type: "integer" },
        tags: { type: "array", items: text },
      },
    };
    const requestBody = {
      required: true,
      content: { "multipart/form-data": { schema } },
      "x-accord-body-limit": limit,
    };
    return serve(
      aDocument({ paths: { "/upload": { post: { operationId: "send", requestBody, responses: anything } } } }),
      {
        handlers: {
          send: ({ body }) => {
            const { file, ...fields } = body as { file: UploadedFile };
            kept.push(file);
            const { path, ...facts } = file;
            return { status: 200, body: { ...fields, ...facts, content: readFileSync(path, "latin1").slice(0, 50) } };
          },
        },
      },
    );
  });

  /** Folders of uploads that are still there. */
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("accord-upload-"));
  let before_: string[] = [];
  beforeEach(() => {
    before_ = left();
  });
  const nothingNew = () => left().every((name) => before_.includes(name));
  afterEach("leave no file behind", () => until(nothingNew));

  const send = (parts: Record<string, string | Blob | readonly string[]>, headers: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts))
      if (value instanceof Blob) form.append(name, value, "héllo.txt");
      else for (const one of [value].flat()) form.append(name, one as string);
    return fetch(`${served.url}/upload`, { method: "POST", headers, body: form });
  };
  const file = (size = 5) => new Blob(["x".repeat(size)], { type: "text/plain" });

  it("give the handler typed fields and a file on disk", async () => {
    const response = await send({ file: file(), note: "grüße", count: "7", tags: ["a", "b"] });
    expect(await response.json()).to.deep.equal({
      note: "grüße",
      count: 7,
      tags: ["a", "b"],
      filename: "héllo.txt",
      declaredType: "text/plain",
      size: 5,
      content: "xxxxx",
    });
  });

  it("take an empty file", async () => {
    expect(await (await send({ file: file(0) })).json()).to.include({ size: 0 });
  });

  it("are validated: fields, missing and unknown files", async () => {
    const places = async (parts: Parameters<typeof send>[0]) =>
      (await problemOf(await send(parts))).fieldErrors.map(({ path, code }) => `${path} ${code}`);
    expect(await places({ count: "many" })).to.have.members(["/body/file required", "/body/count type"]);
    expect(await places({ file: file(), other: file(), __proto__x: "1" })).to.have.members([
      "/body/other unknown",
      "/body/__proto__x unknown",
    ]);
    expect(await places({ file: file(), note: "a\0" })).to.deep.equal(["/body/note nul"]);
  });

  const part = (name: string, content: string, filename?: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}\r\n\r\n${content}\r\n`;
  const raw = (body: string) =>
    post(`${served.url}/upload`, body, { "Content-Type": "multipart/form-data; boundary=b" });

  it("treat __proto__ as any other unknown name, for fields and for files", async () => {
    for (const filename of [undefined, "x"]) {
      const response = await raw(`${part("file", "x", "x")}${part("__proto__", "polluted", filename)}--b--\r\n`);
      expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
      expect([200, 400]).to.include(response.status);
    }
  });

  it("take one file under one name", async () => {
    const response = await raw(`${part("file", "x", "x")}${part("file", "y", "y")}--b--\r\n`);
    expect((await problemOf(response)).fieldErrors).to.deep.equal([
      { path: "/body/file", code: "maxItems", message: "takes one file" },
    ]);
  });

  it("that are cut or no multipart at all are MALFORMED_BODY", async () => {
    for (const body of [part("file", "x", "x"), "nonsense", ""]) {
      if (body === "") continue;
      expect(await problemOf(await raw(body)), body).to.include({ status: 400, code: "MALFORMED_BODY" });
    }
    const noBoundary = await post(`${served.url}/upload`, "x", { "Content-Type": "multipart/form-data" });
    expect(await problemOf(noBoundary)).to.include({ code: "MALFORMED_BODY" });
  });

  it("hold files and texts apart", async () => {
    const places = async (body: string) =>
      (await problemOf(await raw(`${body}--b--\r\n`))).fieldErrors.map(({ path, message }) => `${path} ${message}`);
    expect(await places(part("file", "only text"))).to.deep.equal(["/body/file must be a file"]);
    expect(await places(part("file", "x", "x") + part("note", "x", "x"))).to.deep.equal([
      "/body/note must be text, not a file",
    ]);
  });

  it("over their limit are refused, declared or not", async () => {
    expect((await send({ file: file(limit - 1000) })).status).to.equal(200);
    expect(await problemOf(await send({ file: file(limit + 1) }))).to.include({
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    });
    expect((await send({ file: file(limit + 100_000) })).status).to.equal(413);
  });

  it("with hundreds of fields or dozens of files are refused", async () => {
    const many = (count: number, filename?: string) =>
      Array.from({ length: count }, (_, at) => part(`n${at}`, "x", filename)).join("");
    for (const body of [many(500), many(50, "x")]) {
      const { status } = await raw(`${body}--b--\r\n`);
      expect([400, 413]).to.include(status);
    }
  });

  const encodedPart = (name: string, encoding: string, content: string) =>
    part(name, content).replace("\r\n\r\n", `\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`);

  for (const [encoding, content] of [
    ["7bit", "plain"],
    ["8bit", "grüße"],
    ["8BIT", "grüße"],
    ["binary", "grüße"],
    ["base64", Buffer.from("grüße").toString("base64")],
  ] as const)
    it(`hold texts in the transfer encoding ${encoding}`, async () => {
      const response = await raw(`${part("file", "x", "x")}${encodedPart("note", encoding, content)}--b--\r\n`);
      expect(await response.json()).to.include({ note: encoding === "7bit" ? "plain" : "grüße" });
    });

  it("in another transfer encoding are refused", async () => {
    for (const encoding of ["quoted-printable", "x".repeat(1_000), "utf-16"])
      expect(await problemOf(await raw(`${encodedPart("note", encoding, "x")}--b--\r\n`))).to.include({
        status: 400,
        code: "MALFORMED_BODY",
      });
  });

  it("with headers that do not end are refused while they are sent", async () => {
    const head = "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n";
    for (const begun of ['--b\r\nContent-Disposition: form-data; name="', "--b\r\nX-"]) {
      const socket = await open(served.port, `${head}Transfer-Encoding: chunked\r\n\r\n`);
      const answered = nextBytes(socket);
      const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
      socket.write(chunk(begun));
      const sending = setInterval(() => socket.write(chunk("a".repeat(4_096))), 1);
      try {
        const answer = await answered;
        expect(answer, begun).to.match(/^HTTP\/1.1 400 /);
        expect(answer, begun).to.include("The headers of a part have more than 4096 bytes.");
      } finally {
        clearInterval(sending);
        socket.destroy();
      }
    }
  });

  it("that are refused leave no file open", async () => {
    const openFiles = () =>
      readdirSync("/proc/self/fd").filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).includes("accord-upload-");
        } catch {
          return false;
        }
      });
    const long = part("note", "x").replace("\r\n\r\n", `\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`);
    const unfinished = part("file", "x", "x").trimEnd();
    for (let request = 0; request < 10; request++) expect((await raw(`${long}${unfinished}`)).status).to.equal(400);
    await until(() => openFiles().length === 0);
  });

  it("take no Content-Encoding", async () => {
    expect((await send({ file: file() }, { "Content-Encoding": "gzip" })).status).to.equal(415);
  });

  it("whose client hangs up half-way leave nothing behind and answer nobody", async () => {
    const head =
      "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n";
    const ends = served.answered.length;
    const socket = await open(
      served.port,
      `${head}--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nhalf a fi`,
    );
    await until(() => !nothingNew());
    socket.destroy();
    await until(() => served.answered.length > ends);
    expect(served.answered.at(-1)?.status).to.equal(499);
  });

  it("files are gone once the answer is out", async () => {
    await send({ file: file() });
    await until(nothingNew);
    expect(() => readFileSync(kept.at(-1)?.path ?? "")).to.throw("ENOENT");
  });
});
