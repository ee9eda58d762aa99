import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { expect } from "chai";
import { documentCeilingBytes } from "#src/apis/insurance/insurers/documents.ts";
import { type BoughtPolicy, insuranceServer } from "#test/builders/insurance/server.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { renewed } from "#test/support/renewed.ts";
import { until } from "#test/support/until.ts";
import { contentAnswered, fetching } from "./policies.ts";

describe("downloadPolicyDocument", () => {
  const server = insuranceServer();

  const merchant = renewed(() => server.aMerchant({ sells: [] }));

  async function download({ path }: { readonly path: string }, documentId: string, init: RequestInit = {}) {
    const url = `${server.baseUrl}/api/v1${path}/documents/${documentId}`;
    const response = await fetch(url, { ...init, headers: { ...merchant.key, ...init.headers } });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  const inlined = (bytes: Buffer, file: { readonly filename?: string; readonly mediaType?: string } = {}) =>
    contentAnswered(server.gateway, { content: bytes.toString("base64") }, file);

  describe("200", () => {
    it("gives the bytes that the insurer inlines, as a file to save", async () => {
      const policy = await server.aPolicy(merchant);
      const { status, headers, bytes } = await download(policy, "inline");
      expect(status).to.equal(200);
      expect(bytes.toString()).to.match(/^Policy AEG-\d{4}-.*\nInsured: Ada Obi\n/);
      expect(headers.get("content-type")).to.equal("text/plain");
      expect(headers.get("content-length")).to.equal(String(bytes.length));
      expect(headers.get("content-disposition")).to.match(/^attachment; filename="AEG-\d{4}-\w+-inline\.txt"$/);
      expect(headers.get("x-request-id")).to.match(/^req_/);
      expect(headers.get("x-ratelimit-limit")).to.equal("600");
    });

    it("gives the bytes from where the insurer keeps them", async () => {
      const policy = await server.aPolicy(merchant, "estuary");
      const { status, headers, bytes } = await download(policy, "redirect");
      expect(status).to.equal(200);
      expect(bytes.toString()).to.include("Insured: Ada Obi");
      expect(headers.get("content-disposition")).to.match(/^attachment; filename="EST-.*-redirect\.txt"$/);
    });

    it("changes no byte, up to 10 MiB", async () => {
      const policy = await server.aPolicy(merchant);
      const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      for (const bytes of [Buffer.alloc(0), everyByte, Buffer.alloc(documentCeilingBytes, "accord")]) {
        const end = inlined(bytes);
        const answer = await download(policy, "big");
        end();
        expect(answer.status).to.equal(200);
        expect(answer.bytes.equals(bytes), `${bytes.length} bytes`).to.equal(true);
      }
    });

    it("lets no browser show, guess or keep what an insurer calls a web page", async () => {
      const policy = await server.aPolicy(merchant);
      const end = inlined(Buffer.from("<script>alert(1)</script>"), {
        filename: "../\u202egpj.html",
        mediaType: "text/html; charset=utf-8",
      });
      const { headers } = await download(policy, "page");
      end();
      expect(headers.get("content-type")).to.equal("text/html; charset=utf-8");
      expect(headers.get("content-disposition")).to.equal('attachment; filename="gpj.html"');
      expect(headers.get("x-content-type-options")).to.equal("nosniff");
      expect(headers.get("content-security-policy")).to.equal("default-src 'none'; sandbox");
      expect(headers.get("cache-control")).to.equal("private, no-store");
    });

    it("passes JSON on as the bytes that it is", async () => {
      const policy = await server.aPolicy(merchant);
      const text = '{ "cover" : 1.0 }\n';
      const end = inlined(Buffer.from(text), { mediaType: "application/json" });
      const { headers, bytes } = await download(policy, "data");
      end();
      expect(headers.get("content-type")).to.equal("application/json");
      expect(bytes.toString()).to.equal(text);
    });

    it("names bytes by their document where the insurer has neither a type nor a name for them", async () => {
      const policy = await server.aPolicy(merchant);
      const end = inlined(Buffer.from("?"), { filename: "...", mediaType: "text/plain\r\nSet-Cookie: a=b" });
      const { headers } = await download(policy, "schedule-7");
      end();
      expect(headers.get("content-type")).to.equal("application/octet-stream");
      expect(headers.get("content-disposition")).to.equal('attachment; filename="schedule-7"');
      expect(headers.has("set-cookie")).to.equal(false);
    });

    it("comes whatever is acceptable: nobody knows the type before", async () => {
      const policy = await server.aPolicy(merchant);
      expect((await download(policy, "inline", { headers: { accept: "image/png" } })).status).to.equal(200);
    });

    it("tells HEAD how long it is", async () => {
      const policy = await server.aPolicy(merchant);
      const { headers } = await download(policy, "inline");
      const head = await download(policy, "inline", { method: "HEAD" });
      expect([head.status, head.headers.get("content-length")]).to.deep.equal([200, headers.get("content-length")]);
      expect(head.bytes.length).to.equal(0);
    });
  });

  describe("404", () => {
    it("asks no insurer for what cannot be a document's id, such as the address of another thing", async () => {
      const { path } = await server.aPolicy(merchant);
      const before = server.gateway.seen.length;
      for (const documentId of ["%2e%2e", ".%2e", "%2e", "a%2fb", "a%5cb", "%3fq", "%C3%A9", "-"]) {
        const { status } = await raw(`${path}/documents/${documentId}`);
        expect(status, documentId).to.equal(404);
      }
      expect(server.gateway.seen.length).to.equal(before);
    });

    /** Without the tidying of paths that `fetch` does. */
    async function raw(path: string): Promise<{ status: number | undefined }> {
      const { hostname, port, pathname } = new URL(server.baseUrl);
      const outgoing = request({ hostname, port, path: `${pathname}/api/v1${path}`, headers: merchant.key }).end();
      const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
      incoming.resume();
      return { status: incoming.statusCode };
    }
  });

  describe("502 DOCUMENT_TOO_LARGE", () => {
    it("refuses what the insurer inlines over 10 MiB", async () => {
      const { path } = await server.aPolicy(merchant, "caravel");
      const answer = await server.get(`${path}/documents/large-inline`, merchant.key);
      expectProblem(answer, 502, "DOCUMENT_TOO_LARGE");
      expect(answer.body.details).to.deep.equal({ providerId: "caravel", limitBytes: documentCeilingBytes });
    });
  });

  describe("502 DOCUMENT_REDIRECT_REFUSED", () => {
    it("does not go to a private address, and does not say which it was", async () => {
      const { path } = await server.aPolicy(merchant, "gullwing");
      const answer = await server.get(`${path}/documents/private-redirect`, merchant.key);
      expectProblem(answer, 502, "DOCUMENT_REDIRECT_REFUSED");
      expect(answer.body.details).to.deep.equal({ providerId: "gullwing", rule: "addressNotPublic" });
      expect(JSON.stringify(answer.body)).to.not.include("10.0.0.7");
    });
  });

  describe("503 for too many at once", () => {
    it("holds eight documents of an insurer at most, others for other businesses meanwhile, and recovers", async () => {
      const slow = await server.aPolicy(merchant, "borealis");
      const neighbour = await server.aMerchant({ sells: [] });
      const other = await server.aPolicy(neighbour);
      const get = ({ path }: BoughtPolicy, { key } = merchant) => server.get(`${path}/documents/inline`, key);
      const held: ServerResponse[] = [];
      const end = server.gateway.trouble({
        insurerId: "borealis",
        call: fetching,
        with: (_request, response) => void held.push(response),
      });
      const waiting = Array.from({ length: 8 }, () => get(slow));
      await until(() => held.length === 8);
      const refused = await get(slow);
      expectProblem(refused, 503, "OVERLOADED");
      expect(refused.headers.get("retry-after")).to.equal("1");
      expect((await get(other, neighbour)).status).to.equal(200);
      end();
      const body = JSON.stringify({ delivery: "inline", filename: "a.txt", mediaType: "text/plain", content: "" });
      for (const response of held) response.writeHead(200, { "Content-Type": "application/json" }).end(body);
      for (const { status } of await Promise.all(waiting)) expect(status).to.equal(200);
      await until(async () => {
        const again = await Promise.all(Array.from({ length: 8 }, () => get(slow)));
        return again.every(({ status }) => status === 200);
      });
    });
  });
});
