import { join } from "node:path";
import { bundle, createConfig } from "@redocly/openapi-core";
import { expect } from "chai";
import fc from "fast-check";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { check, type Validator } from "#src/contract/findings.ts";
import { compileValidators } from "#src/contract/schema/compile.ts";

const anEvent = { level: 50, time: 1_795_255_200_000, message: "Payment provider did not answer" };
const aMobileEvent = { eventId: "e-1", level: 50, time: 1_795_255_200_000 };

function tagsOf(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`tag${index}`, "value"]));
}

describe("the observability document", () => {
  let event: Validator;
  let mobileEvent: Validator;

  before(async () => {
    const ref = join(import.meta.dirname, "../../specs/observability/openapi.yaml");
    const document = (await bundle({ ref, config: await createConfig({}) })).bundle.parsed as OpenApiDocument;
    const { ingestEvents_body_application_x_ndjson, ingestMobileEvent_body_application_x_ndjson } =
      compileValidators(document);
    if (!ingestEvents_body_application_x_ndjson || !ingestMobileEvent_body_application_x_ndjson)
      throw new Error("the ingest operations have no validators");
    event = ingestEvents_body_application_x_ndjson;
    mobileEvent = ingestMobileEvent_body_application_x_ndjson;
  });

  const refusedAt = (validate: Validator, value: unknown) => check(validate, value, "").map(({ path }) => path);

  describe("takes from servers and browsers", () => {
    for (const [what, value] of Object.entries({
      "an event with a message": anEvent,
      "an event with an exception and no message": { level: 50, time: 1, exception: { type: "TypeError", value: "x" } },
      "a line of pino, whose message is msg": { level: 30, time: 1, pid: 1, hostname: "web-1", msg: "done" },
      "a time with a fraction of a millisecond": { ...anEvent, time: 1_795_255_200_000.25 },
      "exactly 50 tags of all three kinds": { ...anEvent, tags: { ...tagsOf(48), attempt: 3, retried: true } },
      "a user with keys that will be dropped": { ...anEvent, user: { id: 7, email: "", name: "Ada", roles: ["x"] } },
      "a trace id of 32 hexadecimal characters": { ...anEvent, traceId: "4BF92f3577b34da6a3ce929d0e0e4736" },
      "a native frame of the Java virtual machine": {
        ...anEvent,
        exception: { stacktrace: { frames: [{ function: "main", lineno: -2, module: "app" }] } },
      },
      "unknown fields": { ...anEvent, build: { id: 7 }, __proto__polluted: true },
    }))
      it(what, () => expect(refusedAt(event, value)).to.deep.equal([]));
  });

  describe("refuses from servers and browsers", () => {
    for (const [what, value, at] of [
      ["an event without a level", { time: 1, message: "x" }, "/level"],
      ["an event without a time", { level: 30, message: "x" }, "/time"],
      ["an event without message and exception", { level: 30, time: 1 }, "/message"],
      ["a level between the levels", { ...anEvent, level: 35 }, "/level"],
      ["a level as text", { ...anEvent, level: "50" }, "/level"],
      ["a time as text", { ...anEvent, time: "2026-11-21T10:00:00Z" }, "/time"],
      ["a message that is no text", { ...anEvent, message: { text: "x" } }, "/message"],
      ["an environment that is none of the three", { ...anEvent, environment: "qa" }, "/environment"],
      ["51 tags", { ...anEvent, tags: tagsOf(51) }, "/tags"],
      ["a tag that is not flat", { ...anEvent, tags: { region: { name: "eu" } } }, "/tags/region"],
      ["a trace id of 33 characters", { ...anEvent, traceId: "a".repeat(33) }, "/traceId"],
      ["a trace id that is not hexadecimal", { ...anEvent, traceId: "xyz" }, "/traceId"],
      ["a stack trace without frames", { ...anEvent, exception: { stacktrace: {} } }, "/exception/stacktrace/frames"],
      ["a breadcrumb that is no object", { ...anEvent, breadcrumbs: ["clicked"] }, "/breadcrumbs/0"],
      ["a context that is no object", { ...anEvent, contexts: { browser: "Firefox" } }, "/contexts/browser"],
      ["an empty event id", { ...anEvent, eventId: "" }, "/eventId"],
      ["text", "an event", ""],
    ] as const)
      it(what, () => expect(refusedAt(event, value)).to.include(at));
  });

  describe("takes from mobile apps", () => {
    for (const [what, value] of Object.entries({
      "a release-health session without message and exception": { ...aMobileEvent, session: { status: "ok" } },
      "a native crash, whose stack trace is null": {
        ...aMobileEvent,
        payloadVersion: 2,
        exception: { type: "SIGSEGV", value: "0x10", stacktrace: null },
        binaryImages: [{ debug_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7", image_addr: "0x100a38000" }],
        nativeFrames: [{ frame_index: 0, instruction_addr: "100A3C1F4" }],
      },
      "an exception whose stack trace is a list of frames": {
        ...aMobileEvent,
        exception: { stacktrace: [{ filename: "main.dart", function: "main", lineno: 1, colno: 1, in_app: true }] },
      },
    }))
      it(what, () => expect(refusedAt(mobileEvent, value)).to.deep.equal([]));
  });

  describe("refuses from mobile apps", () => {
    for (const [what, [value, at]] of Object.entries({
      "an event without an id": [{ level: 50, time: 1 }, "/eventId"],
      "an event without a level": [{ eventId: "e-1", time: 1 }, "/level"],
      "a stack trace in the form of the servers": [
        { ...aMobileEvent, exception: { stacktrace: { frames: [] } } },
        "/exception/stacktrace",
      ],
      "a debug id that is no UUID": [
        { ...aMobileEvent, binaryImages: [{ debug_id: "abc" }] },
        "/binaryImages/0/debug_id",
      ],
      "an address that is not hexadecimal": [
        { ...aMobileEvent, nativeStacktrace: [{ instruction_addr: 4096 }] },
        "/nativeStacktrace/0/instruction_addr",
      ],
      "a payload version as text": [{ ...aMobileEvent, payloadVersion: "2" }, "/payloadVersion"],
    } as const))
      it(what, () => expect(refusedAt(mobileEvent, value)).to.include(at));
  });

  it("takes an event whatever fields it carries beyond the contract", () => {
    const names = fc.string().filter((name) => !Object.hasOwn(contractFields, name));
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue(), { maxKeys: 20 }), (extra) => {
        expect(refusedAt(event, { ...extra, ...anEvent })).to.deep.equal([]);
      }),
    );
  });

  const contractFields = Object.fromEntries(
    `level time message msg release environment eventId tags user traceId spanId exception breadcrumbs contexts`
      .split(" ")
      .map((name) => [name, true]),
  );
});
