import { expect } from "chai";
import { expectProblem, rateOf } from "#test/support/refusals.ts";
import { anEvent, type EventPage, type Result, type StoredEvent } from "./ingest.ts";
import { type Headers, type Problem, sharedObservabilityServer } from "./server.ts";

describe("ingestEvents", () => {
  const server = sharedObservabilityServer();
  const path = "/api/v1/monitor/ingest";
  const ingest = <T = Result>(caller: Headers, body: unknown) => server.post<T>(path, body, caller);
  const read = async (caller: Headers, eventId: string) =>
    (await server.get<StoredEvent>(`/api/v1/monitor/events/${encodeURIComponent(eventId)}`, caller)).body;
  const all = async (caller: Headers) => (await server.get<EventPage>("/api/v1/monitor/events", caller)).body.items;

  /** Stores one event and reads it back. */
  async function stored(event: Record<string, unknown>): Promise<StoredEvent> {
    const caller = await server.caller();
    expect((await ingest(caller, event)).body).to.deep.equal({ ingested: 1, skipped: 0, deduped: 0 });
    const [item] = await all(caller);
    if (item === undefined) throw new Error("nothing was stored");
    return item;
  }

  describe("202", () => {
    it("stores an event with every field of the contract, which comes back as it went", async () => {
      const event = {
        eventId: "e-1",
        level: 50,
        time: Date.now() - 5,
        message: "Payment failed",
        release: "shop@4.2.0",
        environment: "production",
        tags: { region: "eu-west", retried: true, attempt: 3 },
        user: { id: 7, email: "ada@example.org", username: "ada", ip: "203.0.113.7" },
        traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
        spanId: "00f067aa0ba902b7",
        exception: {
          type: "TypeError",
          value: "x is undefined",
          stacktrace: { frames: [{ filename: "app.js", function: "pay", lineno: 3, colno: -1, in_app: true }] },
        },
        breadcrumbs: [{ timestamp: 1_795_255_195_000, category: "navigation", message: "Opened /cart", level: 30 }],
        contexts: { browser: { name: "Firefox", version: "145.0", nested: { deep: [1, null] } } },
      };
      const { receivedAt, ...back } = await stored(event);
      // No worker runs here.
      const symbolication = { status: "pending", frames: [], missing: [] };
      expect(back).to.deep.equal({ ...event, source: "server", platform: null, symbolication });
      expect(Date.parse(receivedAt)).to.be.closeTo(Date.now(), 60_000);
    });

    it("gives an event without an id one of its own", async () => {
      const uuidv7 = /^evt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
      expect((await stored(anEvent())).eventId).to.match(uuidv7);
    });

    it("keeps unknown fields under extra, whatever their names, and lets none of them reach an object's prototype", async () => {
      const text = `{"level":30,"time":${Date.now()},"message":"m","page":"/cart","extra":{"a":1},"toString":"t",
        "__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"msg":"beside the message"}`;
      const caller = await server.caller();
      expect((await ingest(caller, text)).body.ingested).to.equal(1);
      const answer = await server.get<EventPage>("/api/v1/monitor/events", caller);
      const extra = answer.body.items[0]?.extra ?? {};
      expect(Object.keys(extra).sort()).to.deep.equal(
        ["__proto__", "constructor", "extra", "msg", "page", "toString"].sort(),
      );
      expect(Object.getOwnPropertyDescriptor(extra, "__proto__")?.value).to.deep.equal({ polluted: true });
      expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
    });

    it("keeps only the four known keys of a user, without a word", async () => {
      const user = { id: "u", email: "e", username: "n", ip: "i", password: "secret" };
      const event = await stored(anEvent({ user }));
      expect(event.user).to.deep.equal({ id: "u", email: "e", username: "n", ip: "i" });
      expect(JSON.stringify(event)).to.not.include("secret");
    });

    it("writes trace ids in lower case, and lets spans ids be", async () => {
      const event = await stored(anEvent({ traceId: "4BF92F3577B34DA6", spanId: "00F0" }));
      expect(event).to.include({ traceId: "4bf92f3577b34da6", spanId: "00F0" });
    });

    it("needs no message where there is an exception", async () => {
      const event = { level: 50, time: 0, exception: { type: "Error" } };
      expect(await stored(event)).to.deep.include({ message: null, time: 0, exception: { type: "Error" } });
    });

    it("cuts a time to whole milliseconds", async () => {
      expect((await stored(anEvent({ time: 1_795_255_200_000.9 }))).time).to.equal(1_795_255_200_000);
    });

    it("skips what cannot be used, says which and why, and stores the rest", async () => {
      const caller = await server.caller();
      const tooManyTags = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`tag${index}`, "x"]));
      const { status, body } = await ingest(caller, [
        anEvent({ level: 31 }),
        anEvent({ eventId: "good" }),
        anEvent({ tags: tooManyTags }),
        anEvent({ time: Date.now() + 25 * 3_600_000 }),
        { level: 30, time: 1 },
        "no event",
        anEvent({ traceId: "f".repeat(33) }),
        anEvent({ time: Date.now() + 23 * 3_600_000, tags: Object.fromEntries(Object.entries(tooManyTags).slice(1)) }),
      ]);
      expect([status, body.ingested, body.skipped, body.deduped]).to.deep.equal([202, 2, 6, 0]);
      const reasons = new Map(body.skippedEvents?.map(({ index, reason }) => [index, reason]));
      expect([...reasons.keys()]).to.deep.equal([0, 2, 3, 4, 5, 6]);
      expect(reasons.get(0)).to.equal("/level must be one of 10, 20, 30, 40, 50, 60");
      expect(reasons.get(2)).to.match(/^\/tags .*50/);
      expect(reasons.get(3)).to.equal("/time is more than 24 hours ahead of the server's clock");
      expect(reasons.get(4)).to.match(/^\/message /);
      expect(reasons.get(5)).to.match(/^must be object/);
      expect(reasons.get(6)).to.match(/^\/traceId /);
    });

    it("names the first hundred of more skipped events, in their order", async () => {
      const late = Date.now() + 48 * 3_600_000;
      const batch = Array.from({ length: 150 }, (_, index) =>
        index % 2 === 0 ? { level: 1 } : anEvent({ time: late }),
      );
      const { body } = await ingest(await server.caller(), [...batch, anEvent()]);
      expect([body.ingested, body.skipped]).to.deep.equal([1, 150]);
      expect(body.skippedEvents?.map(({ index }) => index)).to.deep.equal(Array.from({ length: 100 }, (_, i) => i));
    });

    it("counts an event id of the last ten minutes as deduped, inside a request and between requests", async () => {
      const caller = await server.caller();
      const event = anEvent({ eventId: "once" });
      expect((await ingest(caller, [event, event, anEvent()])).body).to.deep.equal({
        ingested: 2,
        skipped: 0,
        deduped: 1,
      });
      expect((await ingest(caller, { ...event, message: "again" })).body.deduped).to.equal(1);
      expect((await read(caller, "once")).message).to.equal("Payment failed");
    });

    it("dedupes ids that only differ in broken surrogates, which text cannot hold", async () => {
      const caller = await server.caller();
      const events = `[{"level":30,"time":1,"message":"a","eventId":"x\\ud800"},{"level":30,"time":1,"message":"b","eventId":"x\\udbff"}]`;
      expect((await ingest(caller, events)).body).to.include({ ingested: 1, deduped: 1 });
    });

    it("counts the quota down by events", async () => {
      const caller = await server.caller();
      const first = rateOf(await ingest(caller, [anEvent(), anEvent(), { level: 1 }]));
      const { quotaEvents } = server.config;
      expect(first).to.include({ limit: quotaEvents, remaining: quotaEvents - 2 });
      expect(first.reset).to.be.within(1, 60);
    });
  });

  describe("400", () => {
    const refused = async (body: unknown, headers: Headers = {}) => {
      const answer = await ingest<Problem>({ ...(await server.caller()), ...headers }, body);
      expectProblem(answer, 400, "VALIDATION_FAILED");
      return answer.body.fieldErrors;
    };

    it("names every finding of a body with nothing usable, with pointers into the body", async () => {
      expect((await refused({ level: 31, time: -1, message: 5 })).map(({ path }) => path)).to.have.members([
        "/body/level",
        "/body/time",
        "/body/message",
      ]);
      const late = anEvent({ time: Date.now() + 25 * 3_600_000 });
      expect((await refused([{ level: 1 }, late])).map(({ path }) => path)).to.include.members([
        "/body/0/level",
        "/body/0/time",
        "/body/1/time",
      ]);
      expect((await refused(late)).map(({ path }) => path)).to.deep.equal(["/body/time"]);
    });
  });

  describe("429", () => {
    it("shares the quota with browser events and not with other projects", async () => {
      const caller = await server.caller();
      const session = await server.session(caller);
      await ingest(caller, anEvent());
      const sent = await server.post("/api/v1/monitor/ingest/browser", anEvent(), session);
      const { quotaEvents } = server.config;
      expect(rateOf(sent).remaining).to.be.oneOf([quotaEvents - 2, quotaEvents - 1]);
      expect(rateOf(await ingest(await server.caller(), anEvent())).remaining).to.equal(quotaEvents - 1);
    });
  });
});
