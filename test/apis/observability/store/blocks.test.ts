/** Telemetry in blocks and segments: what goes in comes out, whatever happened in between. */
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "#src/apis/observability/metrics/codec/bytes.ts";
import type { EventRecord, LogRecord, SpanRecord } from "#src/apis/observability/records.ts";
import { listChunks, type Wanted } from "#src/apis/observability/store/blocks/chunks.ts";
import { type ColumnType, long, number } from "#src/apis/observability/store/blocks/columns.ts";
import { name, repeatedId } from "#src/apis/observability/store/blocks/dictionaries.ts";
import { GramMap, hasGrams, hasToken, TokenSet, tokenHash } from "#src/apis/observability/store/blocks/filters.ts";
import { id } from "#src/apis/observability/store/blocks/ids.ts";
import { compactRecordsOf } from "#src/apis/observability/store/blocks/jobs.ts";
import type { RecordKind } from "#src/apis/observability/store/blocks/kind.ts";
import { text } from "#src/apis/observability/store/blocks/texts.ts";
import { eventRecords } from "#src/apis/observability/store/event-records.ts";
import { logRecords } from "#src/apis/observability/store/log-records.ts";
import type { BlockKind } from "#src/apis/observability/store/partitions.ts";
import {
  type EventFilters,
  eventsReceived,
  getEvent,
  listEvents,
} from "#src/apis/observability/store/queries/events.ts";
import { countLogs, type LogFilters, listLogs, severityGroups } from "#src/apis/observability/store/queries/logs.ts";
import { spanRecords } from "#src/apis/observability/store/span-records.ts";
import { wantedTag } from "#src/apis/observability/store/span-tags.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { Cursors } from "#src/http/cursor.ts";
import { atOnce, type Sliceable } from "#src/http/event-loop.ts";
import { testDatabase } from "#test/support/database.ts";
import { runs } from "#test/support/runs.ts";
import { aLog, anEvent, aSpan, aTenant, plenty, spanBatch } from "#test/support/telemetry.ts";
import { withMethods } from "#test/support/with-methods.ts";
import { findTraces, getTrace } from "./whole-traces.ts";

describe("columns", () => {
  const texts = fc.string({ unit: "grapheme" }).map((value) => value.replaceAll("\0", ""));
  const bytes = (size: number) =>
    fc.option(fc.uint8Array({ minLength: size, maxLength: size }).map((value) => Buffer.from(value)));
  const longs = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

  function keeps<Value>(type: ColumnType<Value>, values: fc.Arbitrary<Value>): void {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 200 }), (given) => {
        const first = type.writer();
        for (const value of given) first.push(value);
        const read = readBack(type, first, given.length);
        expect(given.map((_, index) => read.get(index))).to.deep.equal(given);
        // And in another order, taken from the column that was read.
        const second = type.writer();
        for (let index = given.length - 1; index >= 0; index--) second.take(read, index);
        const again = readBack(type, second, given.length);
        expect(given.map((_, index) => again.get(index))).to.deep.equal(given.toReversed());
      }),
      { numRuns: runs(200) },
    );
  }

  function readBack<Type extends { read(from: ByteReader, length: number): unknown }>(
    type: Type,
    written: { write(out: ByteWriter): Sliceable<void> },
    length: number,
  ): ReturnType<Type["read"]> {
    const out = new ByteWriter();
    atOnce(written.write(out));
    return type.read(new ByteReader(Buffer.from(out.written)), length) as ReturnType<Type["read"]>;
  }

  it("keep whole numbers", () => keeps(number, fc.integer({ min: 0, max: 2 ** 32 - 1 })));
  it("keep whole numbers of 64 bits", () => keeps(long, longs));
  it("keep texts", () => keeps(text, texts));
  it("keep texts that repeat", () => keeps(name, fc.oneof(fc.constantFrom("", "a", "ż", "x".repeat(20_000)), texts)));
  it("keep ids", () => keeps(id(8), bytes(8)));
  it("keep ids that repeat", () => keeps(repeatedId(16), fc.oneof(fc.constant(Buffer.alloc(16, 1)), bytes(16))));

  it("pause while they write a long text, each megabyte", () => {
    const writer = name.writer();
    writer.push("a".repeat(5 * 1024 * 1024));
    const out = new ByteWriter();
    const written: number[] = [];
    for (const _ of writer.write(out)) written.push(out.length);
    expect(written.map((bytes) => Math.floor(bytes / (1024 * 1024)))).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it("know which texts have a part in them, and hold few others for such", () => {
    const part = fc.oneof(fc.constantFrom("", "ab"), fc.string({ unit: "grapheme", maxLength: 3 }));
    const short = fc.oneof(fc.constantFrom("", "a", "b", "ab", "xaby"), texts);
    fc.assert(
      fc.property(fc.array(short, { maxLength: 50 }), fc.array(part, { maxLength: 2 }), (given, parts) => {
        const writer = text.writer();
        for (const value of given) writer.push(value);
        const found = readBack(text, writer, given.length).mayHave(parts);
        const missed = given.filter((value, index) => found[index] === 0 && parts.some((one) => value.includes(one)));
        expect(missed).to.deep.equal([]);
      }),
      { numRuns: runs(300) },
    );
    const writer = text.writer();
    for (let index = 0; index < 100; index++) writer.push(`text ${index},`);
    const found = readBack(text, writer, 100).mayHave(["7,", "t 3"]);
    expect([...found].filter((one) => one === 1)).to.have.lengthOf(10 + 11 - 1);
  });

  it("find a match in long texts wherever it is, looking at a part of them at a time", () => {
    const pieces = (given: readonly string[], pattern: RegExp): [number, boolean] => {
      const writer = text.writer();
      for (const value of given) writer.push(value);
      const looking = readBack(text, writer, given.length).mayMatch(pattern);
      for (let steps = 1; ; steps++) {
        const step = looking.next();
        if (step.done === true) return [steps, step.value];
      }
    };
    const piece = 128 * 1024;
    for (const letter of ["a", "ż"])
      for (const before of [0, piece - 7, piece - 3, piece - 1, piece, 3 * piece - 5]) {
        const long = letter.repeat(Math.floor(before / Buffer.byteLength(letter)));
        const around = [long, "Żółw and tortoise", letter.repeat(2 * piece)].join("");
        expect(pieces(["x", around], /żółw AND/i)[1], `${letter} ${before}`).to.equal(true);
      }
    expect(pieces(["a".repeat(10 * piece)], new RegExp(`${"a".repeat(100)}b`, "i"))).to.deep.equal([10, false]);
  });

  it("keep each of very many", () => {
    const count = 5_000;
    const each = <Value>(type: ColumnType<Value>, make: (index: number) => Value) => {
      const written = type.writer();
      const given = Array.from({ length: count }, (_, index) => make(index));
      for (const value of given) written.push(value);
      const values = written.values as { get(index: number): Value };
      expect(given.map((_, index) => values.get(index))).to.deep.equal(given);
      const read = readBack(type, written, count);
      expect(given.map((_, index) => read.get(index))).to.deep.equal(given);
      const again = type.writer();
      for (let index = 0; index < count; index++) again.take(read as never, index);
      const taken = readBack(type, again, count);
      expect(given.map((_, index) => taken.get(index))).to.deep.equal(given);
      // And in ranges, one of which is empty.
      const ranges = type.writer();
      ranges.take(read as never, 100, count);
      ranges.take(read as never, 50, 50);
      ranges.take(read as never, 0, 100);
      const moved = readBack(type, ranges, count);
      expect(given.map((_, index) => moved.get((index + count - 100) % count))).to.deep.equal(given);
    };
    each(number, (index) => index + 1);
    each(long, (index) => BigInt(index + 1) * 1_000_000_007n);
    each(text, (index) => `text ${index}`);
    each(name, (index) => `name ${(index + 1) % 300}`);
    each(id(8), (index) => Buffer.alloc(8, (index + 1) % 251));
    each(repeatedId(16), (index) => Buffer.alloc(16, (index + 1) % 251));
  });
  it("refuse what they cannot keep", () => {
    const write = (value: string) => {
      const writer = text.writer();
      writer.push(value);
      atOnce(writer.write(new ByteWriter()));
    };
    expect(() => write("a\0b")).to.throw(RangeError);
    expect(() => long.writer().push(2n ** 63n)).to.throw(RangeError);
    expect(() => number.writer().push(-1)).to.throw(RangeError);
    expect(() => id(8).writer().push(new Uint8Array(3))).to.throw(RangeError);
  });

  it("keep texts apart whose ends would become one character", () => {
    const halves = ["\ud83d", "\ude00"];
    const writer = text.writer();
    for (const half of halves) writer.push(half);
    const read = readBack(text, writer, 2);
    expect([read.get(0), read.get(1)]).to.deep.equal(["\ufffd", "\ufffd"]);
  });
});

describe("filters", () => {
  const database = testDatabase();

  /** Whether the database finds the condition to hold of a filter. */
  async function holds(column: string, filter: Buffer, condition: string, values: unknown[] = []): Promise<boolean> {
    const { rows } = await database.pool.query<{ holds: boolean }>(
      `SELECT ${condition} AS holds FROM (SELECT $1::bytea AS ${column}) AS stored`,
      [filter, ...values],
    );
    return rows[0]?.holds ?? false;
  }

  it("have every token that was added, one by one and among many, and few others", async () => {
    const tokens = new TokenSet("filter");
    const values = Array.from({ length: 3_000 }, (_, index) => `value ${index}`);
    for (const value of values) tokens.add("tag", value);
    const { filter } = tokens;
    const has = async (some: readonly string[]) => {
      const bound: unknown[] = [];
      const hashes = some.map((value) => tokenHash("tag", value));
      const condition = hasToken("filter", hashes, (value) => `$${bound.push(value) + 1}`);
      return await holds("filter", filter, condition, bound);
    };
    for (let at = 0; at < values.length; at += 100) expect(await has([values[at] ?? ""])).to.equal(true);
    expect(await has([...Array.from({ length: 50 }, (_, index) => `other ${index}`), "value 7"])).to.equal(true);
    let others = 0;
    for (let index = 0; index < 200; index++) if (await has([`another ${index}`])) others++;
    expect(others).to.be.at.most(5);
    expect(await has([])).to.equal(false);
  });

  it("know the parts of every text, in any case, whatever the size of the map", async () => {
    for (const count of [1, 50, 2_000]) {
      const grams = new GramMap();
      const lines = Array.from(
        { length: count },
        (_, index) => `Order ${index} could NOT be charged: żółć ${index * 7}`,
      );
      for (const line of lines) grams.add(Buffer.from(line));
      const { map } = grams;
      const may = async (part: string) => {
        return await holds("grams", map, hasGrams([part]));
      };
      for (const part of ["order", "NOT BE", "Charged: Ż", "0 could", "ab", "ŻÓŁĆ", ""])
        expect(await may(part), part).to.equal(true);
      expect(await may("nosuchword")).to.equal(false);
    }
  });
});

describe("telemetry in blocks", () => {
  const database = testDatabase();
  const cursors = new Cursors("secret");
  const hour = 3_600_000;
  const t0 = Date.now() - 30 * hour;
  const nano = (ms: number) => BigInt(ms) * 1_000_000n;

  type Step =
    | { readonly do: "append"; readonly process: 0 | 1; readonly at: readonly number[] }
    | { readonly do: "repeat"; readonly process: 0 | 1; readonly of: number }
    | { readonly do: "compact"; readonly daysLater: number }
    | { readonly do: "wait"; readonly hours: number };

  const steps = fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          do: fc.constant("append" as const),
          process: fc.constantFrom(0, 1) as fc.Arbitrary<0 | 1>,
          at: fc.array(fc.oneof(fc.integer({ min: -90, max: 0 }), fc.constant(-5)), { minLength: 1, maxLength: 12 }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant("repeat" as const),
          process: fc.constantFrom(0, 1) as fc.Arbitrary<0 | 1>,
          of: fc.nat(20),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("compact" as const), daysLater: fc.constantFrom(0, 0, 2) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 9 }) }) },
    ),
    { maxLength: 25 },
  );

  /** Does the steps with what `store` appends, and tells it which were new. */
  async function play<Batch>(
    all: readonly Step[],
    kind: BlockKind,
    make: (at: readonly number[], now: number) => Batch,
    append: (log: TelemetryWriter, batch: Batch) => Promise<{ stored: number; deduped: number }>,
    tenant: ReturnType<typeof aTenant>,
  ): Promise<Batch[]> {
    let now = t0;
    const logs = [0, 1].map(() => new TelemetryWriter(database.pool, { now: () => now })) as [
      TelemetryWriter,
      TelemetryWriter,
    ];
    const sent: Batch[] = [];
    for (const step of all) {
      now += 1_000;
      if (step.do === "append") {
        const batch = make(step.at, now);
        expect(await append(logs[step.process], batch)).to.include({ stored: step.at.length, deduped: 0 });
        sent.push(batch);
      } else if (step.do === "repeat" && sent.length > 0) {
        const batch = sent[step.of % sent.length] as Batch;
        expect(await append(logs[step.process], batch)).to.include({ stored: 0 });
      } else if (step.do === "compact")
        await compactRecordsOf(database.pool, kind, tenant, { now: now + step.daysLater * 24 * hour });
      else if (step.do === "wait") now += step.hours * 60_000;
    }
    return sent;
  }

  it("lists logs as a plain list in memory would, page by page, under any filter", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 7 }), async (all, limit) => {
        const tenant = aTenant();
        const traces = [randomBytes(16), randomBytes(16)];
        let count = 0;
        const make = (at: readonly number[], now: number) => ({
          kind: "logs" as const,
          batchId: randomBytes(16),
          rows: at.map((minutes): LogRecord => {
            const n = count++;
            return aLog({
              timeUnixNano: nano(now + minutes * 60_000),
              bodyText: `Record ${n} of ${n % 3 === 0 ? "Cart" : "ORDER"}`,
              severityNumber: 1 + (n % 24),
              serviceName: `service ${n % 4}`,
              traceId: traces[n % 5] ?? null,
            });
          }),
        });
        const sent = await play(all, "logs", make, (log, batch) => log.append(tenant, batch, plenty), tenant);
        const model = sent.flatMap(({ rows }) => rows);
        const expectList = async (filters: LogFilters, meets: (row: LogRecord) => boolean, scanMs = 60_000) => {
          const found: string[] = [];
          const times: bigint[] = [];
          let cursor: string | undefined;
          do {
            const budget = { scanMs, pageBytes: 4_000_000 };
            const page = await listLogs(database.pool, cursors, tenant, filters, { limit, cursor }, budget);
            expect(page.items.length).to.be.at.most(limit);
            found.push(...page.items.map(({ bodyText }) => bodyText));
            times.push(...page.items.map(({ timeUnixNano }) => timeUnixNano));
            cursor = page.nextCursor ?? undefined;
          } while (cursor !== undefined);
          const expected = model.filter(meets).map(({ bodyText }) => bodyText);
          expect(found.toSorted(), JSON.stringify(filters)).to.deep.equal(expected.toSorted());
          expect(times).to.deep.equal(times.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
        };
        const expectCounts = async (filters: LogFilters, meets: (row: LogRecord) => boolean, scanMs = 60_000) => {
          const grid = { since: t0 - 40 * 60_000, until: t0 + 50 * 60_000 + 7, parts: 13 };
          const groups = severityGroups.length;
          const sums = new Array<number>(grid.parts * groups).fill(0);
          let cursor: string | undefined;
          let counted = grid.until;
          do {
            const budget = { scanMs, pageBytes: 1 };
            const page = await countLogs(database.pool, cursors, tenant, filters, grid, cursor, budget);
            for (const [at, number] of page.counts.flatMap((numbers) => [...numbers]).entries())
              sums[at] = (sums[at] ?? 0) + number;
            expect(page.countedSince).to.be.lessThan(counted);
            counted = page.countedSince;
            cursor = page.nextCursor ?? undefined;
            const sofar = model.filter((row) => meets(row) && row.timeUnixNano >= nano(counted));
            const sum = sofar.filter(({ timeUnixNano }) => timeUnixNano < nano(grid.until)).length;
            expect(sums.reduce((a, b) => a + b)).to.equal(sum);
          } while (cursor !== undefined);
          expect(counted).to.equal(grid.since);
          const expected = new Array<number>(grid.parts * groups).fill(0);
          for (const row of model.filter(meets)) {
            const ms = Number(row.timeUnixNano / 1_000_000n);
            if (ms < grid.since || ms >= grid.until) continue;
            const part = Math.floor(((ms - grid.since) * grid.parts) / (grid.until - grid.since));
            const at = part * groups + Math.ceil(row.severityNumber / 4);
            expected[at] = (expected[at] ?? 0) + 1;
          }
          expect(sums, JSON.stringify(filters)).to.deep.equal(expected);
        };
        await expectCounts({}, () => true);
        await expectCounts({}, () => true, -1);
        await expectCounts({ service: "service 2" }, ({ serviceName }) => serviceName === "service 2", -1);
        await expectCounts(
          { q: "cart", minSeverity: 13 },
          (row) => row.bodyText.includes("Cart") && row.severityNumber >= 13,
        );
        await expectList({}, () => true);
        await expectList({}, () => true, -1);
        await expectList({ service: "service 2" }, ({ serviceName }) => serviceName === "service 2");
        await expectList({ minSeverity: 13 }, ({ severityNumber }) => severityNumber >= 13);
        await expectList({ q: "cart" }, ({ bodyText }) => bodyText.includes("Cart"), -1);
        await expectList({ q: "nosuchword" }, () => false);
        const trace = traces[1] as Buffer;
        await expectList({ traceId: trace.toString("hex") }, ({ traceId }) => traceId === trace);
        const since = new Date(t0 - 40 * 60_000);
        await expectList({ since }, ({ timeUnixNano }) => timeUnixNano >= nano(since.getTime()));
      }),
      { numRuns: runs(15) },
    );
  });

  it("lists and finds events as a plain list in memory would, and knows each for ten minutes from its receipt", async () => {
    const eventSteps = steps.map((all) =>
      all.map((step) => (step.do === "wait" ? { ...step, hours: step.hours / 2 } : step)),
    );
    await fc.assert(
      fc.asyncProperty(eventSteps, fc.integer({ min: 1, max: 7 }), async (all, limit) => {
        const tenant = aTenant();
        /** Receipts of each event, in the order of their commits. */
        const model: (EventRecord & { readonly receivedAt: number })[] = [];
        const windowMs = 10 * 60_000;
        let now = t0;
        let count = 0;
        const logs = [0, 1].map(() => new TelemetryWriter(database.pool, { now: () => now }));
        const send = async (process: number, rows: readonly EventRecord[]) => {
          const fresh: EventRecord[] = [];
          const isKnown = (eventId: string) =>
            fresh.some((row) => row.eventId === eventId) ||
            model.some((row) => row.eventId === eventId && row.receivedAt > now - windowMs);
          for (const row of rows) if (!isKnown(row.eventId)) fresh.push(row);
          const outcome = await logs[process]?.append(tenant, { kind: "events", rows }, plenty);
          expect(outcome).to.include({ stored: fresh.length, deduped: rows.length - fresh.length });
          model.push(...fresh.map((row) => ({ ...row, receivedAt: now })));
        };
        const make = (minutes: number): EventRecord => {
          const n = count++;
          return anEvent({
            eventId: `event ${n}`,
            time: now + minutes * 60_000,
            level: [30, 40, 50][n % 3] as number,
            message: n % 4 === 0 ? null : `Message ${n} of ${n % 3 === 0 ? "Cart" : "ORDER"}`,
            release: n % 5 === 0 ? null : `release ${n % 2}`,
            exceptionType: n % 7 === 0 ? "CartError" : "",
            exceptionValue: n % 7 === 1 ? "no such cart" : "",
          });
        };
        for (const step of all) {
          now += 1_000;
          if (step.do === "append") await send(step.process, step.at.map(make));
          else if (step.do === "repeat" && model.length > 0) {
            // Known ones and new ones, with a time of their own.
            const again = { ...(model[step.of % model.length] as EventRecord), time: now };
            await send(step.process, [again, make(-1), again]);
          } else if (step.do === "compact")
            await compactRecordsOf(database.pool, "events", tenant, { now: now + step.daysLater * 24 * hour });
          else if (step.do === "wait") now += step.hours * 60_000;
        }
        const nameOf = ({ eventId, receivedAt }: { eventId: string; receivedAt: number | Date }) =>
          `${eventId} ${Number(receivedAt)}`;
        const expectList = async (filters: EventFilters, meets: (row: EventRecord) => boolean, scanMs = 60_000) => {
          const found: { name: string; time: number }[] = [];
          let cursor: string | undefined;
          do {
            const budget = { scanMs, pageBytes: 4_000_000 };
            const page = await listEvents(database.pool, cursors, tenant, filters, { limit, cursor }, budget);
            expect(page.items.length).to.be.at.most(limit);
            found.push(...page.items.map((event) => ({ name: nameOf(event), time: event.time })));
            cursor = page.nextCursor ?? undefined;
          } while (cursor !== undefined);
          const expected = model.filter(meets).map(nameOf);
          expect(found.map(({ name }) => name).toSorted(), JSON.stringify(filters)).to.deep.equal(expected.toSorted());
          expect(found).to.deep.equal(found.toSorted((a, b) => b.time - a.time));
        };
        await expectList({}, () => true);
        await expectList({}, () => true, -1);
        await expectList({ level: 40 }, ({ level }) => level === 40);
        await expectList({ release: "release 1" }, ({ release }) => release === "release 1");
        await expectList({ environment: "nowhere" }, () => false);
        const isOfCart = ({ message, exceptionType, exceptionValue }: EventRecord) =>
          /cart/i.test(`${message ?? ""} ${exceptionType} ${exceptionValue}`);
        await expectList({ q: "cart" }, isOfCart, -1);
        const since = new Date(t0 - 40 * 60_000);
        await expectList({ since }, ({ time }) => time >= since.getTime());
        for (const { eventId } of model.slice(0, 5)) {
          const latest = model.findLast((row) => row.eventId === eventId);
          expect(Number((await getEvent(database.pool, tenant, eventId))?.receivedAt)).to.equal(latest?.receivedAt);
        }
        const keys = model.slice(-12).map(({ eventId, receivedAt }) => ({ eventId, receivedAt: new Date(receivedAt) }));
        const { events } = await eventsReceived(database.pool, tenant, keys);
        expect(events.map(nameOf)).to.deep.equal(keys.map(nameOf));
        expect(await getEvent(database.pool, tenant, "event -1")).to.equal(null);
      }),
      { numRuns: runs(15) },
    );
  });

  it("finds spans and whole traces as a plain list in memory would", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const tenant = aTenant();
        const traces = Array.from({ length: 6 }, () => randomBytes(16));
        let count = 0;
        const make = (at: readonly number[], now: number) =>
          at.map((minutes): SpanRecord => {
            const n = count++;
            const start = nano(now + minutes * 60_000);
            return aSpan({
              traceId: traces[n % traces.length] as Buffer,
              name: `operation ${n % 4}`,
              serviceName: `service ${n % 3}`,
              startTimeUnixNano: start,
              endTimeUnixNano: start + BigInt(n),
              attributesJson: JSON.stringify([
                { key: "n", value: { intValue: String(n % 7) } },
                { key: "customer.name", value: { stringValue: `Żaneta "${n % 7}"` } },
                { key: "weight", value: { doubleValue: (n % 7) * 1000 } },
              ]),
            });
          });
        const sent = await play(
          all,
          "spans",
          make,
          (log, rows) => log.append(tenant, spanBatch(...rows), plenty),
          tenant,
        );
        const model = sent.flat();
        for (const traceId of traces) {
          const expected = model.filter((span) => span.traceId === traceId);
          const trace = await getTrace(database.pool, tenant, traceId.toString("hex"));
          const spansOf = (spans: readonly Pick<SpanRecord, "spanId" | "attributesJson">[]) =>
            spans
              .map(({ spanId, attributesJson }) => `${Buffer.from(spanId).toString("hex")} ${attributesJson}`)
              .sort();
          expect(spansOf(trace?.spans ?? [])).to.deep.equal(spansOf(expected));
        }
        const window = { start: 0n, end: nano(t0 + 100 * hour), limit: 100 };
        const found = async (search: object) =>
          (await findTraces(database.pool, tenant, { ...window, ...search })).map(({ traceId }) => traceId).sort();
        const withOne = (meets: (span: SpanRecord) => boolean) =>
          [...new Set(model.filter(meets).map(({ traceId }) => Buffer.from(traceId).toString("hex")))].sort();
        expect(await found({ service: "service 1" })).to.deep.equal(
          withOne(({ serviceName }) => serviceName === "service 1"),
        );
        expect(await found({ operation: "operation 2", tags: { n: "3" } })).to.deep.equal(
          withOne((span) => span.name === "operation 2" && span.attributesJson.includes('"3"')),
        );
        const ofThird = withOne((span) => span.attributesJson.includes('"3"'));
        expect(await found({ tags: { "customer.name": 'Żaneta "3"' } })).to.deep.equal(ofThird);
        expect(await found({ tags: { weight: "3e3", n: "3" } })).to.deep.equal(ofThird);
        expect(await found({ tags: { n: "9" } })).to.deep.equal([]);
        expect(await found({ tags: { "customer.name": "Nobody" } })).to.deep.equal([]);
      }),
      { numRuns: runs(15) },
    );
  });

  it("opens no block and no segment for a text or a tag that none has", async () => {
    const tenant = aTenant();
    const log = new TelemetryWriter(database.pool);
    const attributesJson = JSON.stringify([{ key: "user.id", value: { stringValue: "somebody" } }]);
    const opened = async (kind: RecordKind, wanted: Partial<Wanted>) =>
      (await listChunks(database.pool, kind, tenant, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, ...wanted })).length;
    for (const state of ["in a block", "in a segment"]) {
      if (state === "in a block") {
        await log.append(tenant, { kind: "events", rows: [anEvent({ message: "Could not be CHARGED" })] }, plenty);
        await log.append(
          tenant,
          { kind: "logs", rows: [aLog({ bodyText: "Charged" })], batchId: randomBytes(16) },
          plenty,
        );
        await log.append(tenant, spanBatch(aSpan({ attributesJson })), plenty);
      } else
        for (const kind of ["events", "logs", "spans"] as const) await compactRecordsOf(database.pool, kind, tenant);
      for (const [text, count] of [
        ["charged", 1],
        ["nosuchword", 0],
      ] as const)
        for (const kind of [eventRecords, logRecords])
          expect(await opened(kind, { text }), `${text} ${state}`).to.equal(count);
      expect(await opened(spanRecords, { tags: [wantedTag("user.id", "somebody")] }), state).to.equal(1);
      expect(await opened(spanRecords, { tags: [wantedTag("user.id", "nobody in it")] }), state).to.equal(0);
      expect(await opened(spanRecords, { tags: [wantedTag("customer", "somebody")] }), state).to.equal(0);
    }
  });

  it("is read while compaction puts segments in the place of what is read", async () => {
    const tenant = aTenant();
    const log = new TelemetryWriter(database.pool);
    const traceId = randomBytes(16);
    const count = 12;
    for (let n = 0; n < count; n++) await log.append(tenant, spanBatch(aSpan({ traceId, name: `span ${n}` })), plenty);
    let over = false;
    const compacting = (async () => {
      while (!over) {
        await compactRecordsOf(database.pool, "spans", tenant);
        await log.append(tenant, spanBatch(aSpan({ name: "another" })), plenty);
      }
    })();
    try {
      for (let read = 0; read < 60; read++) {
        const trace = await getTrace(database.pool, tenant, traceId.toString("hex"));
        expect(trace?.spans).to.have.length(count);
      }
    } finally {
      over = true;
      await compacting;
    }
  });

  for (const [what, bodyBytes, mergedBefore] of [
    ["short segments are read", 4, 2],
    ["the heads of long ones are read", 800, 2],
    ["the bodies of long ones are read", 800, 3],
  ] as const)
    it(`is listed again when sets are merged into one that has the sequence of a listed one before ${what}`, async () => {
      const tenant = aTenant();
      const log = new TelemetryWriter(database.pool);
      const compact = (pool: typeof database.pool) => compactRecordsOf(pool, "logs", tenant);
      const untilMerging = withMethods(database.pool, {
        query: (text: string, values: unknown[]) =>
          text.includes("SELECT DISTINCT") ? Promise.reject(new Error("ended")) : database.pool.query(text, values),
      });
      for (let set = 1; set <= 8; set++) {
        const row = () =>
          aLog({ serviceName: set === 8 ? "late" : "early", bodyText: randomBytes(bodyBytes / 2).toString("hex") });
        const rows = Array.from({ length: 10 }, row);
        await log.append(tenant, { kind: "logs", batchId: randomBytes(16), rows }, plenty);
        expect(await compact(untilMerging).catch(({ message }: Error) => message)).to.equal("ended");
      }
      let queries = 0;
      const query = async (...given: Parameters<typeof database.pool.query>) => {
        if (++queries === mergedBefore) expect(await compact(database.pool)).to.deep.equal({ items: 0, merged: 1 });
        return await database.pool.query(...given);
      };
      const db = { query } as unknown as typeof database.pool;
      const { items, nextCursor } = await listLogs(db, cursors, tenant, { service: "late" }, { limit: 20 });
      expect(queries).to.be.greaterThan(mergedBefore);
      expect(items.map(({ serviceName }) => serviceName)).to.deep.equal(new Array(10).fill("late"));
      expect(nextCursor).to.equal(null);
    });

  it("is compacted once by two workers, and again after one that was ended", async () => {
    const tenant = aTenant();
    const log = new TelemetryWriter(database.pool);
    for (let n = 0; n < 20; n++)
      await log.append(tenant, { kind: "logs", batchId: randomBytes(16), rows: [aLog(), aLog()] }, plenty);
    await Promise.all(Array.from({ length: 3 }, () => compactRecordsOf(database.pool, "logs", tenant)));
    const page = await listLogs(database.pool, cursors, tenant, {}, { limit: 100 });
    expect(page.items).to.have.length(40);
    const { rows } = await database.pool.query(
      "SELECT pending_blocks::int, pending_items::int FROM log_heads WHERE project_id = $1",
      [tenant.projectId],
    );
    expect(rows).to.deep.equal([{ pending_blocks: 0, pending_items: 0 }]);
  });
});
