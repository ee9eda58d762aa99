import { expect } from "chai";
import { admitRedirect, fetchDocument, RedirectRefused } from "#src/apis/insurance/insurers/documents.ts";
import { Destinations, type NameResolver } from "#src/webhooks/destinations.ts";
import { aPolicy, failureOf, options, Sandbox, ScriptedInsurer } from "#test/builders/insurance/insurers.ts";
import { whileTested } from "#test/support/api-server.ts";

const development = new Destinations({ allowLoopback: true });
const production = new Destinations({ allowLoopback: false });

describe("fetching the documents of the sandbox insurers", () => {
  const sandbox = whileTested(new Sandbox());

  async function fetched(insurerId: string, documentId: string, destinations = development) {
    const client = sandbox.client(insurerId);
    const { policyId } = await aPolicy(client);
    return fetchDocument(client, { policyId, documentId }, destinations, options);
  }

  it("does not go to loopback without the development switch", async () => {
    const failure = await failureOf(fetched("estuary", "redirect", production));
    expect(failure).to.deep.equal({ kind: "redirect_refused", rule: "scheme" });
  });
});

describe("fetching documents from a store that does other things", () => {
  const insurer = whileTested(new ScriptedInsurer());

  const content = (url: string) => ({
    delivery: "redirect",
    filename: "a.txt",
    mediaType: "text/plain",
    url,
    expiresAt: "2099-01-01T00:00:00.000Z",
  });
  /** The insurer's first answer leads to `answer`. */
  function fetchedFrom(answer: ScriptedInsurer["answer"], deadlineMs?: number) {
    insurer.answer = (request, response) => {
      if (request.url === "/stored") return void answer(request, response);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(content(`${insurer.origin}/stored`)));
    };
    const path = { policyId: "p1", documentId: "d1" };
    const asked = deadlineMs === undefined ? options : { ...options, deadlineMs };
    return fetchDocument(insurer.client(), path, development, asked);
  }

  it("does not follow a second redirect", async () => {
    const failure = await failureOf(
      fetchedFrom((_, response) => void response.writeHead(302, { location: "/" }).end()),
    );
    expect(failure).to.deep.equal({ kind: "redirect_refused", rule: "hop" });
  });

  it("does not send the insurer's token to its store", async () => {
    await fetchedFrom((_, response) => void response.end("bytes"));
    expect(insurer.lastHeaders).not.to.have.property("authorization");
  });

  it("calls a store that answers 403 unreachable", async () => {
    const failure = await failureOf(fetchedFrom((_, response) => void response.writeHead(403).end()));
    expect(failure).to.deep.equal({ kind: "unreachable", reason: "status 403" });
  });

  it("hangs up on a store that sends without end, having read little more than 10 MiB", async () => {
    let sent = 0;
    const hungUp = Promise.withResolvers<void>();
    const failure = await failureOf(
      fetchedFrom((_, response) => {
        response.on("close", hungUp.resolve);
        const chunk = Buffer.alloc(64 * 1024, "A");
        const pour = () => {
          do sent += chunk.length;
          while (!response.destroyed && response.write(chunk));
        };
        response.on("drain", pour);
        pour();
      }),
    );
    expect(failure).to.deep.equal({ kind: "redirect_refused", rule: "size" });
    await hungUp.promise;
    expect(sent).to.be.lessThan(20 * 1024 * 1024);
  });

  it("gives up on a store that trickles", async () => {
    const call = fetchedFrom((_, response) => void response.writeHead(200).write("a"), 80);
    expect(await failureOf(call)).to.deep.equal({ kind: "timeout", deadlineMs: 80 });
  });

  it("refuses content that is not base64", async () => {
    insurer.answerJson(200, { delivery: "inline", filename: "a", mediaType: "text/plain", content: "a-b_" });
    const path = { policyId: "p1", documentId: "d1" };
    const failure = await failureOf(fetchDocument(insurer.client(), path, development, options));
    expect(failure.kind).to.equal("invalid");
  });

  it("takes 10 MiB to the byte, and not one more", async () => {
    const path = { policyId: "p1", documentId: "d1" };
    const sized = async (bytes: number) => {
      const text = Buffer.alloc(bytes).toString("base64");
      insurer.answerJson(200, { delivery: "inline", filename: "a", mediaType: "text/plain", content: text });
      return (await fetchDocument(insurer.client(), path, development, options)).bytes.length;
    };
    const ceiling = 10 * 1024 * 1024;
    expect(await sized(ceiling)).to.equal(ceiling);
    expect((await failureOf(sized(ceiling + 1))).kind).to.equal("too_large");
    expect((await failureOf(sized(ceiling + 3))).kind).to.equal("too_large");
  });
});

/** Every form of a bad address: test/webhooks/destinations.test.ts. */
describe("the redirect policy", () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    "files.insurer.example.com": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
    "mixed.insurer.example.com": ["93.184.215.14", "10.0.0.1"],
    "nowhere.insurer.example.com": [],
  };
  const answers = (name: string, version: ":" | ".") =>
    (names[name] ?? []).filter((address) => address.includes(version) && (version === ":" || !address.includes(":")));
  const resolver: NameResolver = {
    resolve4: async (name) => answers(name, "."),
    resolve6: async (name) => answers(name, ":"),
  };
  const destinations = new Destinations({ allowLoopback: false, resolver });
  const hosts = [
    ...Object.keys(names),
    "files.insurer.example.com:8443",
    "10.0.0.7",
    "[::1]",
    "127.0.0.1",
    "localhost",
  ];

  async function ruleFor(address: string, list = hosts): Promise<string> {
    try {
      await admitRedirect(address, list, destinations);
      return "admitted";
    } catch (error) {
      if (error instanceof RedirectRefused) return error.rule;
      throw error;
    }
  }

  const cases: readonly [address: string, rule: string][] = [
    ["https://files.insurer.example.com/d/1?signature=x", "admitted"],
    ["https://FILES.insurer.example.com/d/1", "admitted"],
    ["https://files.insurer.example.com:443/d/1", "admitted"],
    ["https://files.insurer.example.com:8443/d/1", "admitted"],
    ["http://files.insurer.example.com/d/1", "scheme"],
    ["ftp://files.insurer.example.com/d/1", "scheme"],
    ["https://files.insurer.example.com:9443/d/1", "host"],
    ["https://other.insurer.example.com/d/1", "host"],
    ["https://files.insurer.example.com.evil.example/d/1", "host"],
    ["https://evil.example/?files.insurer.example.com", "host"],
    ["https://evil.example#@files.insurer.example.com/", "host"],
    ["https://files.insurer.example.com@evil.example/", "host"],
    ["https://evil.example@files.insurer.example.com/", "userInfo"],
    ["https://user:password@files.insurer.example.com/", "userInfo"],
    ["https://mixed.insurer.example.com/", "addressNotPublic"],
    ["https://nowhere.insurer.example.com/", "unresolvable"],
    ["https://10.0.0.7/", "addressNotPublic"],
    ["https://[::1]/", "addressNotPublic"],
    ["https://127.0.0.1/", "addressNotPublic"],
    ["http://127.0.0.1/", "scheme"],
    ["https://localhost/", "hostName"],
    ["file:///etc/passwd", "host"],
    ["/d/1", "host"],
    ["", "host"],
  ];
  it("admits addresses of listed hosts that are public, and refuses all others, by their rule", async () => {
    for (const [address, rule] of cases) expect(await ruleFor(address), address).to.equal(rule);
  });

  it("admits nobody where the list is empty", async () => {
    expect(await ruleFor("https://files.insurer.example.com/d/1", [])).to.equal("host");
  });

  it("dials the address that was looked at, whatever the name leads to later", async () => {
    let lookups = 0;
    const rebinding: NameResolver = {
      resolve4: async () => (++lookups === 1 ? ["93.184.215.14"] : ["10.0.0.1"]),
      resolve6: async () => [],
    };
    const checking = new Destinations({ allowLoopback: false, resolver: rebinding });
    const { lookup } = await admitRedirect("https://files.insurer.example.com/", hosts, checking);
    const dialled = new Promise((resolve) => {
      lookup("files.insurer.example.com", { all: true }, (_, addresses) => resolve(addresses));
    });
    expect(await dialled).to.deep.equal([{ address: "93.184.215.14", family: 4 }]);
  });
});
