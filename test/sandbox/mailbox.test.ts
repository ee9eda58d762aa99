import { expect } from "chai";
import { type SandboxMailbox, startSandboxMailbox } from "#src/sandbox/mailbox/server.ts";

describe("the sandbox mailbox", () => {
  let mailbox: SandboxMailbox;
  before(async () => {
    mailbox = await startSandboxMailbox({ port: 0, secret: "between us" });
  });
  after(() => mailbox.close());

  const ask = (method: string, path: string, body?: object, secret = "between us") =>
    fetch(mailbox.url + path, {
      method,
      headers: { authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(60_000),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const mail = (to: string, text = "Hello") => ({ to, subject: "Greetings", text });
  const read = async (to: string) => {
    const { messages } = (await (await ask("GET", `/messages?to=${encodeURIComponent(to)}`)).json()) as {
      messages: { id: string; text: string }[];
    };
    return messages.map(({ id, text }) => [id, text]);
  };

  it("keeps what is handed over once for each id, and lists it by recipient, the newest first", async () => {
    expect((await ask("PUT", "/messages/one", mail("ada@example.org"))).status).to.equal(201);
    await ask("PUT", "/messages/two", mail("bola@example.org"));
    expect((await ask("PUT", "/messages/three", mail("ada@example.org", "Bye"))).status).to.equal(201);
    expect((await ask("PUT", "/messages/three", mail("ada@example.org", "Bye"))).status).to.equal(200);
    expect(await read("ADA@example.org")).to.deep.equal([
      ["three", "Bye"],
      ["one", "Hello"],
    ]);
  });

  it("neither takes nor shows anything without the secret", async () => {
    expect((await ask("PUT", "/messages/four", mail("chi@example.org"), "guessed")).status).to.equal(401);
    expect((await ask("GET", "/messages", undefined, "")).status).to.equal(401);
    expect(await read("chi@example.org")).to.deep.equal([]);
  });

  it("refuses, keeps in silence, and answers nobody, as it is told to", async () => {
    expect((await ask("PUT", "/messages/five", mail("ada+refused@example.org"))).status).to.equal(422);
    expect(await read("ada+refused@example.org")).to.deep.equal([]);
    const silent = fetch(`${mailbox.url}/messages/six`, {
      method: "PUT",
      headers: { authorization: "Bearer between us" },
      body: JSON.stringify(mail("ada+silent@example.org")),
      signal: AbortSignal.timeout(300),
    });
    expect((await silent.catch((error: Error) => error)) as Error).to.have.property("name", "TimeoutError");
    expect(await read("ada+silent@example.org")).to.have.length(1);
    expect(await (await ask("PUT", "/outage", { on: true })).json()).to.deep.equal({ on: true });
    expect(
      await ask("PUT", "/messages/seven", mail("ada@example.org")).catch((error: Error) => error),
    ).to.be.instanceOf(Error);
    await ask("PUT", "/outage", { on: false });
    expect((await ask("PUT", "/messages/seven", mail("ada@example.org"))).status).to.equal(201);
  });

  it("refuses what is no message", async () => {
    expect((await ask("PUT", "/messages/eight", { to: "ada@example.org" })).status).to.equal(400);
    expect((await ask("PUT", "/messages/eight", mail("ada@example.org", "x".repeat(70_000)))).status).to.equal(400);
    expect((await ask("GET", "/nothing")).status).to.equal(404);
  });
});
