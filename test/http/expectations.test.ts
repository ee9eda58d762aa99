import { expect } from "chai";
import { Problem } from "#src/http/problem.ts";
import type { RunningServer } from "#src/server/http-server.ts";
import { aDocument, anything, problems } from "#test/contract/support/document.ts";
import { bindLoosely } from "#test/contract/support/serve.ts";
import { type Conversation, converse } from "#test/contract/support/wire.ts";
import { serveApi } from "#test/support/http-server.ts";
import { until } from "#test/support/until.ts";

const go = "HTTP/1.1 100 Continue\r\n\r\n";
const mostBytes = 1_000;

describe("a client that waits for 100 Continue", () => {
  let server: RunningServer;
  let read: unknown[];
  const api = bindLoosely(
    aDocument({
      securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } },
      paths: {
        "/notes": {
          post: {
            operationId: "addNote",
            security: [{ key: [] }],
            requestBody: {
              required: true,
              content: {
                "application/json": { schema: { type: "object" } },
                "multipart/form-data": { schema: { type: "object" } },
              },
              "x-accord-body-limit": mostBytes,
            },
            responses: { ...anything, ...problems(401, 413, 415) },
          },
        },
      },
    }),
    {
      authenticators: {
        key: {
          authenticate: async ({ value }: { value: string }) => {
            if (value !== "right") throw new Problem("UNAUTHENTICATED");
            return {};
          },
        },
      },
      handlers: {
        addNote: ({ body }) => {
          read.push(body);
          return { status: 200, body: {} };
        },
      },
    },
  );
  beforeEach(async () => {
    read = [];
    server = await serveApi(api, "/small", { responseChecks: "off" });
  });
  afterEach(() => server.close({ patienceMs: 0 }));

  const json = { "content-type": "application/json", "content-length": "7", "x-key": "right" };
  const head = (method: string, path: string, headers: Record<string, string>) =>
    [
      `${method} ${path} HTTP/1.1`,
      "Host: x",
      "Expect: 100-continue",
      ...Object.entries(headers).map((pair) => pair.join(": ")),
      "",
      "",
    ].join("\r\n");
  async function sent(text: string): Promise<Conversation & { readonly ended: () => boolean }> {
    const { socket, said } = await converse(server.port, text);
    return { socket, said, ended: () => socket.readableEnded };
  }

  const refused: readonly [what: string, status: number, text: string][] = [
    ["at no address", 404, head("POST", "/small/nothing", json)],
    ["below no mount", 404, head("POST", "/nothing", json)],
    ["with another method", 405, head("PUT", "/small/notes", json)],
    ["without a key", 401, head("POST", "/small/notes", { ...json, "x-key": "" })],
    ["with a key that is wrong", 401, head("POST", "/small/notes", { ...json, "x-key": "wrong" })],
    ["that declares too long a body", 413, head("POST", "/small/notes", { ...json, "content-length": "1001" })],
    [
      "that declares too long an upload",
      413,
      head("POST", "/small/notes", {
        ...json,
        "content-type": "multipart/form-data; boundary=b",
        "content-length": "99999",
      }),
    ],
    ["of a type that is not taken", 415, head("POST", "/small/notes", { ...json, "content-type": "text/html" })],
    ["in an encoding that is not taken", 415, head("POST", "/small/notes", { ...json, "content-encoding": "br" })],
  ];
  for (const [what, status, text] of refused)
    it(`is refused with ${status} and not asked for the body, ${what}`, async () => {
      const { said, ended } = await sent(text);
      await until(ended);
      expect(said()).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      expect(said()).to.match(/\r\nConnection: close\r\n/i);
    });

  it("reads the refusal also when it does not wait, and nothing it sent is taken for a request", async () => {
    const smuggled =
      "POST /small/notes HTTP/1.1\r\nHost: x\r\nX-Key: right\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    const { said, ended } = await sent(head("POST", "/small/notes", { ...json, "x-key": "wrong" }) + smuggled);
    await until(ended);
    expect(said()).to.match(/^HTTP\/1.1 401 /);
    expect(said().match(/HTTP\/1\.1 /g)).to.have.length(1);
    expect(read).to.deep.equal([]);
  });

  for (const [what, framing, body] of [
    ["of a declared length", { "content-length": "7" }, '{"a":1}'],
    ["in chunks", { "transfer-encoding": "chunked" }, '7\r\n{"a":1}\r\n0\r\n\r\n'],
  ] as const)
    it(`is asked for a body ${what} that is about to be read, and goes on with its connection`, async () => {
      const { "content-length": _, ...headers } = json;
      const { socket, said } = await sent(head("POST", "/small/notes", { ...headers, ...framing }));
      for (let time = 1; time <= 3; time++) {
        await until(() => said().split(go).length === time + 1);
        expect(read).to.have.length(time - 1);
        socket.write(body);
        await until(() => said().match(/HTTP\/1\.1 200 /g)?.length === time);
        expect(read.at(-1)).to.deep.equal({ a: 1 });
        if (time < 3) socket.write(head("POST", "/small/notes", { ...headers, ...framing }));
      }
      expect(said()).not.to.match(/Connection: close/i);
      socket.destroy();
    });

  it("is told at once where it has no body to send", async () => {
    const { socket, said } = await sent(head("GET", "/healthz", {}));
    await until(() => said().includes("alive"));
    expect(said().startsWith(`${go}HTTP/1.1 200 `)).to.equal(true);
    expect(said()).not.to.match(/Connection: close/i);
    socket.destroy();
  });
});
