/** What downloadPolicyDocument does not pass on, and how little of it is read. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { documentCeilingBytes } from "#src/apis/insurance/insurers/documents.ts";
import { registerInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { startTestServer } from "#test/support/server.ts";
import { until } from "#test/support/until.ts";
import { aPolicy, type BoughtPolicy, contentAnswered, fetching } from "./policies.ts";
import { insuranceServer, type Merchant, type Problem } from "./server.ts";

/** More bytes than anybody wants, as fast as they are taken. */
class EndlessFlow {
  sent = 0;
  hungUp = false;

  into(response: ServerResponse): void {
    response.on("close", () => {
      this.hungUp = true;
    });
    const chunk = Buffer.alloc(64 * 1024, "A");
    const more = () => {
      let room = true;
      while (room && !response.destroyed) {
        room = response.write(chunk);
        this.sent += chunk.length;
      }
    };
    response.on("drain", more);
    more();
  }
}

describe("downloadPolicyDocument, when there is too much or nothing", () => {
  const server = insuranceServer();

  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await server.aMerchant({ sells: [] });
  });

  describe("502 DOCUMENT_TOO_LARGE", () => {
    it("refuses what the insurer inlines over 10 MiB", async () => {
      const { path } = await aPolicy(server, merchant, "caravel");
      const answer = await server.get(`${path}/documents/large-inline`, merchant.key);
      expectProblem(answer, 502, "DOCUMENT_TOO_LARGE");
      expect(answer.body.details).to.deep.equal({ providerId: "caravel", limitBytes: documentCeilingBytes });
    });

    it("refuses one byte too many", async () => {
      const { path } = await aPolicy(server, merchant);
      const end = contentAnswered(server.gateway, {
        content: Buffer.alloc(documentCeilingBytes + 1).toString("base64"),
      });
      expectProblem(await server.get(`${path}/documents/big`, merchant.key), 502, "DOCUMENT_TOO_LARGE");
      end();
    });

    it("reads an answer that does not end no further than it must", async () => {
      const { path } = await aPolicy(server, merchant);
      const flow = new EndlessFlow();
      const end = server.gateway.trouble({
        insurerId: "aegis",
        call: fetching,
        with: (_request, response) => flow.into(response.writeHead(200, { "Content-Type": "application/json" })),
      });
      expectProblem(await server.get(`${path}/documents/endless`, merchant.key), 502, "DOCUMENT_TOO_LARGE");
      end();
      await until(() => flow.hungUp);
      expect(flow.sent).to.be.within(14 * 1024 * 1024, 28 * 1024 * 1024);
    });
  });

  describe("502 DOCUMENT_REDIRECT_REFUSED", () => {
    it("stops a download that overruns 10 MiB", async () => {
      const { path } = await aPolicy(server, merchant, "estuary");
      const answer = await server.get(`${path}/documents/oversized-redirect`, merchant.key);
      expectProblem(answer, 502, "DOCUMENT_REDIRECT_REFUSED");
      expect(answer.body.details).to.deep.equal({ providerId: "estuary", rule: "size" });
    });

    it("does not go to a private address, and does not say which it was", async () => {
      const { path } = await aPolicy(server, merchant, "gullwing");
      const answer = await server.get(`${path}/documents/private-redirect`, merchant.key);
      expectProblem(answer, 502, "DOCUMENT_REDIRECT_REFUSED");
      expect(answer.body.details).to.deep.equal({ providerId: "gullwing", rule: "addressNotPublic" });
      expect(JSON.stringify(answer.body)).to.not.include("10.0.0.7");
    });

    describe("from a store that does other things", () => {
      let store: Server;
      let origin: string;
      let visits: string[];
      let tell: (path: string, response: ServerResponse) => void;
      let policy: BoughtPolicy;

      before(async () => {
        store = createServer((request, response) => {
          visits.push(request.url ?? "");
          tell(request.url ?? "", response);
        });
        await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
        origin = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
        const [aegis] = server.sandbox.insurers.filter(({ id }) => id === "aegis");
        if (aegis === undefined) throw new Error("there is no aegis");
        const access = { ...aegis, baseUrl: `${server.gateway.origin}/aegis`, redirectHosts: [new URL(origin).host] };
        await registerInsurer(await server.database.operator(), server.masterKey, access, { allowLoopback: true });
      });
      after(() => store.close());
      beforeEach(async () => {
        visits = [];
        policy = await aPolicy(server, merchant);
      });

      const fetched = async (url: string) => {
        const end = contentAnswered(server.gateway, { delivery: "redirect", url });
        const answer = await server.get(`${policy.path}/documents/d`, merchant.key);
        end();
        return answer;
      };

      it("takes the bytes from a host on the insurer's list", async () => {
        tell = (_path, response) => response.end("the bytes");
        expect(await fetched(`${origin}/d?signature=1`)).to.deep.include({ status: 200, body: "the bytes" });
        expect(visits).to.deep.equal(["/d?signature=1"]);
      });

      it("goes to no host that is not on the list", async () => {
        const answer = await fetched(`http://127.0.0.1:9/d`);
        expectProblem(answer, 502, "DOCUMENT_REDIRECT_REFUSED");
        expect(answer.body.details.rule).to.equal("host");
      });

      it("follows no second hop", async () => {
        tell = (_path, response) => response.writeHead(302, { Location: `${origin}/elsewhere` }).end();
        const answer = await fetched(`${origin}/d`);
        expectProblem(answer, 502, "DOCUMENT_REDIRECT_REFUSED");
        expect(answer.body.details.rule).to.equal("hop");
        expect(visits).to.deep.equal(["/d"]);
      });

      it("hangs up on a stream that overruns the ceiling, having kept no more than that", async () => {
        const flow = new EndlessFlow();
        tell = (_path, response) => flow.into(response.writeHead(200));
        const answer = await fetched(`${origin}/d`);
        expectProblem(answer, 502, "DOCUMENT_REDIRECT_REFUSED");
        expect(answer.body.details.rule).to.equal("size");
        await until(() => flow.hungUp);
        expect(flow.sent).to.be.within(documentCeilingBytes, 2 * documentCeilingBytes);
      });
    });
  });

  describe("502, otherwise", () => {
    it("says that the insurer cannot be reached, and that its answer is none", async () => {
      const { path } = await aPolicy(server, merchant, "dunlin");
      server.gateway.trouble({ insurerId: "dunlin", call: fetching, with: "drop", times: 3 });
      expectProblem(await server.get(`${path}/documents/inline`, merchant.key), 502, "INSURER_UNREACHABLE");
      const end = contentAnswered(server.gateway, { content: "not base64!" }, { insurerId: "dunlin" });
      expectProblem(await server.get(`${path}/documents/inline`, merchant.key), 502, "INSURER_ANSWER_INVALID");
      end();
    });
  });

  describe("503 for too many at once", () => {
    it("holds eight documents of an insurer at most, others for other businesses meanwhile, and recovers", async () => {
      const slow = await aPolicy(server, merchant, "borealis");
      const neighbour = await server.aMerchant({ sells: [] });
      const other = await aPolicy(server, neighbour);
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

    it("counts a document until its last byte has been read", async () => {
      const policy = await aPolicy(server, merchant);
      const end = contentAnswered(server.gateway, {
        content: Buffer.alloc(documentCeilingBytes).toString("base64"),
      });
      const url = `${server.baseUrl}/api/v1${policy.path}/documents/big`;
      const idle = await Promise.all(Array.from({ length: 8 }, () => fetch(url, { headers: merchant.key })));
      expect(idle.map(({ status }) => status)).to.deep.equal(Array(8).fill(200));
      expect((await fetch(url, { headers: merchant.key })).status).to.equal(503);
      await Promise.all(idle.map((response) => response.body?.cancel()));
      await until(async () => {
        const again = await fetch(url, { headers: merchant.key });
        await again.arrayBuffer();
        return again.status === 200;
      });
      end();
    });
  });

  describe("504", () => {
    it("does not wait for ever", async () => {
      const { path } = await aPolicy(server, merchant, "farrier");
      server.gateway.trouble({ insurerId: "farrier", call: fetching, with: "slow", times: 1 });
      const hasty = await startTestServer({
        apis: ["insurance"],
        database: server.database,
        config: { webhookAllowLoopback: true, insurerDeadlineMs: 300 },
      });
      const answer = await fetch(`${hasty.baseUrl}/api/v1${path}/documents/inline`, { headers: merchant.key });
      expect([answer.status, ((await answer.json()) as Problem).code]).to.deep.equal([504, "INSURER_TIMEOUT"]);
      await hasty.stop();
    });
  });
});
