import { expect } from "chai";
import fc from "fast-check";
import type { Schemas } from "#generated/observability/contract.ts";
import { eventRecord, mobileEventRecord } from "#src/apis/observability/event-record.ts";
import { presentEvent } from "#src/apis/observability/presenters/event.ts";

/** What JSON may hold, names such as `__proto__` included. */
const json = fc.jsonValue({ maxDepth: 3 });
const unlisted = fc
  .dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toString", "extra")), json)
  .map((fields) => JSON.stringify(fields));

const text = (value: unknown) => JSON.stringify(value);

describe("eventRecord", () => {
  const known = { level: 50, time: 1, message: "m", tags: { a: 1 } };
  const names = new Set([...Object.keys(known), ..."msg release environment eventId user traceId".split(" ")]);
  for (const name of ["spanId", "exception", "breadcrumbs", "contexts"]) names.add(name);

  it("keeps every field that the contract does not know as it came, and pollutes nothing", () => {
    fc.assert(
      fc.property(unlisted, (fields) => {
        const given = JSON.parse(fields) as Record<string, unknown>;
        for (const name of names) delete given[name];
        // Parsed from text, as requests are: that makes `__proto__` a field like any other.
        const event = JSON.parse(
          `${text(known).slice(0, -1)}${text(given).length > 2 ? "," : ""}${text(given).slice(1)}`,
        );
        const back = presentEvent({
          ...eventRecord(event as Schemas["Event"], "server"),
          receivedAt: new Date(0),
          symbolication: null,
        });
        expect(text(back.extra ?? {})).to.equal(text(given));
        expect(back).to.deep.include(known);
        expect(Object.getPrototypeOf(back)).to.equal(Object.prototype);
      }),
    );
  });

  it("leaves no trace of fields that were not sent", () => {
    const { payloadJson } = eventRecord({ level: 30, time: 1, msg: "m" }, "browser");
    expect(payloadJson).to.equal("{}");
  });
});

describe("mobileEventRecord", () => {
  it("keeps what belongs to other sources' events under extra", () => {
    const record = mobileEventRecord({ eventId: "e", time: 1, level: 30, traceId: "ABC", breadcrumbs: [] });
    expect(record.traceId).to.equal(null);
    expect(JSON.parse(record.payloadJson)).to.deep.equal({ extra: { traceId: "ABC", breadcrumbs: [] } });
  });
});
