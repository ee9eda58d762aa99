import { createHmac, randomUUID } from "node:crypto";
import { expect } from "chai";
import { aProject } from "#test/builders/identity.ts";
import { expectProblem, expectQuota, rateOf } from "#test/support/refusals.ts";
import { asNdjson, type EventPage, ndjson, type Result, type StoredEvent } from "./ingest.ts";
import { type Headers, observabilityServer, type Problem } from "./server.ts";

const aCrash = (given: Record<string, unknown> = {}) => ({
  eventId: randomUUID(),
  time: Date.now(),
  level: 60,
  platform: "android",
  ...given,
});

describe("ingestMobileEvent", () => {
  const quotaMobileEvents = 20;
  const server = observabilityServer({ quotaMobileEvents });
  const path = "/api/v1/monitor/ingest/mobile";
  const ingest = <T = Result>(headers: Headers, body: unknown = aCrash()) => server.post<T>(path, body, headers);

  /** An app of a project of its own: it signs a fresh token whenever one is asked for. */
  async function anApp(environment: "test" | "live" = "test") {
    const owner = await aProject(server.database);
    const { secret, sign } = await server.app(owner.project, environment);
    const reader = await server.caller({ owner, environment });
    const events = async () => (await server.get<EventPage>("/api/v1/monitor/events", reader)).body.items;
    return { ...owner, secret, sign, reader, events };
  }

  async function stored(event: Record<string, unknown>): Promise<StoredEvent> {
    const { sign, events } = await anApp();
    expect((await ingest(sign(), event)).body).to.deep.equal({ ingested: 1, skipped: 0, deduped: 0 });
    const [item] = await events();
    if (item === undefined) throw new Error("nothing was stored");
    return item;
  }

  describe("202", () => {
    it("stores a native crash with all that the app knows", async () => {
      const crash = aCrash({
        platform: "ios",
        release: "shop@4.2.0",
        environment: "production",
        message: "Checkout crashed",
        tags: { screen: "checkout" },
        user: { id: "u-1042" },
        sdk: { name: "accord-ios", version: "1.4.0" },
        device: {
          model: "iPhone18,1",
          family: "iPhone",
          osName: "iOS",
          osVersion: "26.1",
          bundleId: "org.example.shop",
        },
        payloadVersion: 2,
        crashedThreadId: 0,
        binaryImages: [
          {
            name: "Shop",
            debug_id: "7C9E6679-7425-40DE-944B-E07FC1F90AE7",
            arch: "arm64",
            image_addr: "0x100a38000",
            image_size: 1_048_576,
            is_main_image: true,
          },
        ],
        nativeStacktrace: [{ frame_index: 0, instruction_addr: "0x100a3c1f4", image_name: "Shop", in_app: true }],
        nativeFrames: [{ frame_index: 0, instruction_addr: "0x1" }],
      });
      const { receivedAt, ...back } = await stored({
        ...crash,
        exception: { type: "EXC_BAD_ACCESS", value: "KERN", stacktrace: null },
        session: { state: "crashed" },
      });
      expect(back).to.deep.equal({
        ...crash,
        source: "mobile",
        traceId: null,
        spanId: null,
        exception: { type: "EXC_BAD_ACCESS", value: "KERN" },
        // No worker runs here.
        symbolication: { status: "pending", frames: [], missing: [] },
        extra: { session: { state: "crashed" } },
      });
      expect(Date.parse(receivedAt)).to.be.closeTo(Date.now(), 60_000);
    });

    it("brings an exception's frames into the form of the other sources", async () => {
      const frames = [{ filename: "Cart.kt", function: "checkout", lineno: 88, colno: 0, in_app: true }];
      const event = await stored(aCrash({ exception: { type: "E", value: "v", stacktrace: frames } }));
      expect(event.exception).to.deep.equal({ type: "E", value: "v", stacktrace: { frames } });
    });

    it("needs no more than an id, a time and a level, as release-health sessions send", async () => {
      const { eventId, message, platform } = await stored({ eventId: "session-1", time: 0, level: 30 });
      expect([eventId, message, platform]).to.deep.equal(["session-1", null, null]);
    });

    it("takes one line of NDJSON", async () => {
      const { sign, events } = await anApp();
      const answer = await ingest({ ...sign(), ...asNdjson }, `\n${ndjson(aCrash())}\n`);
      expect([answer.status, (await events()).length]).to.deep.equal([202, 1]);
    });

    it("takes the same body again under the same token, and stores it once", async () => {
      const { sign, events } = await anApp();
      const token = sign();
      const body = JSON.stringify(aCrash());
      const counts = [];
      for (let attempt = 0; attempt < 3; attempt++) counts.push((await ingest(token, body)).body);
      expect(counts.map(({ ingested, deduped }) => [ingested, deduped])).to.deep.equal([
        [1, 0],
        [0, 1],
        [0, 1],
      ]);
      expect(await events()).to.have.length(1);
    });

    it("dedupes an event that is sent again with a fresh token", async () => {
      const { sign } = await anApp();
      const event = aCrash();
      await ingest(sign(), event);
      expect((await ingest(sign(), { ...event, message: "again" })).body).to.deep.equal({
        ingested: 0,
        skipped: 0,
        deduped: 1,
      });
    });

    it("keeps live apps and test apps apart", async () => {
      const { sign, reader, business, project } = await anApp("live");
      await ingest(sign(), aCrash({ eventId: "live-1" }));
      expect((await server.get("/api/v1/monitor/events/live-1", reader)).status).to.equal(200);
      const test = await server.caller({ owner: { business, project } });
      expect((await server.get("/api/v1/monitor/events/live-1", test)).status).to.equal(404);
    });
  });

  describe("400", () => {
    const refused = async (body: unknown, headers: Headers = {}) => {
      const { sign } = await anApp();
      const answer = await ingest<Problem>({ ...sign(), ...headers }, body);
      expectProblem(answer, 400, "VALIDATION_FAILED");
      return answer.body.fieldErrors.map(({ path: at }) => at);
    };

    it("refuses anything but exactly one event", async () => {
      expect(await refused([])).to.deep.equal(["/body"]);
      expect(await refused([aCrash()])).to.deep.equal(["/body"]);
      expect(await refused([aCrash(), aCrash()])).to.deep.equal(["/body"]);
      expect(await refused(ndjson(aCrash(), aCrash()), asNdjson)).to.deep.equal(["/body"]);
      expect(await refused(`${ndjson(aCrash())}\n{`, asNdjson)).to.deep.equal(["/body"]);
      expect(await refused("\n", asNdjson)).to.deep.equal(["/body"]);
    });

    it("leaves the token good for the corrected event", async () => {
      const { sign } = await anApp();
      const token = sign();
      expect((await ingest(token, aCrash({ level: 1 }))).status).to.equal(400);
      expect((await ingest(token, aCrash())).status).to.equal(202);
    });
  });

  describe("401", () => {
    const refused = async (headers: Headers, body: unknown = aCrash()) =>
      expectProblem(await ingest(headers, body), 401, "UNAUTHENTICATED");

    it("refuses a token after 300 seconds, and one from the future", async () => {
      const { sign } = await anApp();
      await refused(sign(Date.now() - 301_000));
      expect((await ingest(sign(Date.now() - 290_000))).status).to.equal(202);
      await refused(sign(Date.now() + 90_000));
      expect((await ingest(sign(Date.now() + 50_000))).status).to.equal(202);
    });

    it("refuses claims in another form, though rightly signed", async () => {
      const { project, secret } = await anApp();
      const iat = Math.floor(Date.now() / 1000);
      const good = { pid: project.id, env: "test", iat, exp: iat + 300, nonce: "0123456789abcdef" };
      const signed = (claims: string) => ({
        "x-monitor-token": `${Buffer.from(claims).toString("base64url")}.${createHmac("sha256", secret).update(claims).digest("base64url")}`,
      });
      expect((await ingest(signed(JSON.stringify(good)))).status).to.equal(202);
      for (const claims of [
        JSON.stringify({ ...good, admin: true }),
        JSON.stringify({ ...good, exp: iat + 3_000 }),
        JSON.stringify(good, null, 1),
        JSON.stringify({ ...good, env: "production" }),
        JSON.stringify({ ...good, nonce: "short" }),
      ]) {
        await refused(signed(claims));
      }
    });

    it("refuses another body under a token that was used", async () => {
      const { sign, events } = await anApp();
      const token = sign();
      expect((await ingest(token)).status).to.equal(202);
      await refused(token);
      expect(await events()).to.have.length(1);
    });

    it("lets one of many bodies through that race under one token", async () => {
      const { sign } = await anApp();
      const token = sign();
      const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await ingest(token)).status));
      expect(statuses.toSorted()).to.deep.equal([202, ...Array.from({ length: 9 }, () => 401)]);
    });
  });

  describe("429", () => {
    it("holds the quota of a minute, which server events do not touch", async () => {
      const { sign, reader } = await anApp();
      await expectQuota({ send: () => ingest(sign()), limit: quotaMobileEvents });
      const fromServer = await server.post("/api/v1/monitor/ingest", { level: 30, time: 1, message: "m" }, reader);
      expect(fromServer.status).to.equal(202);
      expect(rateOf(fromServer).limit).to.equal(60_000);
    });
  });
});
