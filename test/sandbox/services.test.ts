import { expect } from "chai";
import { startSandboxClearingHouse } from "#src/sandbox/clearing-house/server.ts";
import { type SandboxServiceName, sandboxServices } from "#src/sandbox/command.ts";
import { startSandboxService } from "#src/sandbox/services.ts";

const secret = "between us";

async function asking<T>(
  start: () => Promise<{ readonly url: string; close(): Promise<void> }>,
  work: (
    ask: (method: string, path: string, body?: object, as?: string) => Promise<[number, object] | null>,
  ) => Promise<T>,
): Promise<T> {
  const service = await start();
  try {
    return await work(async (method, path, body, as = secret) => {
      const headers = { authorization: `Bearer ${as}` };
      const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const response = await fetch(service.url + path, request).catch(() => null);
      return response && [response.status, (await response.json()) as object];
    });
  } finally {
    await service.close();
  }
}

/** A request that each of them answers. */
const requests: Readonly<Record<SandboxServiceName, readonly [method: string, path: string, body?: object]>> = {
  mailbox: ["GET", "/messages"],
  "clearing-house": ["GET", "/returns"],
  "qr-platform": ["PUT", "/customers/0123456789", { name: "Ada", phone: "08031234567", email: "ada@example.org" }],
};

describe("the sandbox's services", () => {
  for (const name of sandboxServices)
    it(`an outage of the ${name} is switched on and off over HTTP by who knows its secret`, () =>
      asking(
        () => startSandboxService(name, { port: 0, secret }),
        async (ask) => {
          const [method, path, body] = requests[name];
          expect((await ask("PUT", "/outage", { on: true }, "guessed"))?.[0]).to.equal(401);
          expect((await ask(method, path, body))?.[0]).to.be.oneOf([200, 201]);
          expect(await ask("PUT", "/outage", { on: true })).to.deep.equal([200, { on: true }]);
          expect(await ask(method, path, body)).to.equal(null);
          expect((await ask("PUT", "/outage", { on: "perhaps" }))?.[0]).to.equal(400);
          expect(await ask("PUT", "/outage", { on: false })).to.deep.equal([200, { on: false }]);
          expect((await ask(method, path, body))?.[0]).to.equal(200);
        },
      ));

  it("the clearing house goes on to say who holds an account while it settles nothing", () =>
    asking(
      () => startSandboxClearingHouse({ port: 0, secret }),
      async (ask) => {
        const transfer = { sessionId: "1", amount: "1.00", fromAccount: "0123456701", toAccount: "0123456702" };
        await ask("PUT", "/outage", { on: "settlement" });
        expect((await ask("GET", "/banks/999058/accounts/0123456701"))?.[0]).to.equal(200);
        expect(await ask("POST", "/transfers", transfer)).to.equal(null);
        await ask("PUT", "/outage", { on: false });
        expect(await ask("POST", "/transfers", transfer)).to.deep.equal([200, { sessionId: "1", status: "SETTLED" }]);
      },
    ));
});
