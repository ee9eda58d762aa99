/** Events made from the schemas themselves: whatever stands in whichever field, the answer is precise and never a 500. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "chai";
import fc from "fast-check";
import { type JsonSchema, type OpenApiDocument, resolve } from "#src/contract/document.ts";
import { type Headers, observabilityServer, type Problem } from "#test/apis/observability/operations/server.ts";
import { aProject } from "#test/builders/identity.ts";
import { isDeep, runs } from "#test/support/runs.ts";

const file = join(import.meta.dirname, "../../generated/observability/openapi.json");
const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
const documentId = "https://contract.example/openapi";
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document }, documentId);
const validatorOf = (name: string): ValidateFunction =>
  ajv.compile({ $ref: `${documentId}#/components/schemas/${name}` });

type Path = readonly string[];
type Json = Record<string, unknown>;

/** The place of every field that a schema knows, one item standing for all of a list. */
function* fieldsOf(reference: JsonSchema, path: Path = []): Generator<Path> {
  const schema = resolve<JsonSchema>(document, reference);
  if (path.length > 0) yield path;
  if (typeof schema !== "object" || path.length > 6) return;
  for (const [name, part] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>))
    yield* fieldsOf(part, [...path, name]);
  if (schema.items !== undefined) yield* fieldsOf(schema.items as JsonSchema, [...path, "0"]);
  if (typeof schema.additionalProperties === "object")
    yield* fieldsOf(schema.additionalProperties as JsonSchema, [...path, "anything"]);
}

/** The event with one value in one place; what does not exist on the way there is made. */
function withValue(event: Json, path: Path, value: unknown): Json {
  const copy = structuredClone(event);
  let at: Json = copy;
  path.slice(0, -1).forEach((name, index) => {
    if (typeof at[name] !== "object" || at[name] === null) at[name] = path[index + 1] === "0" ? [] : {};
    at = at[name] as Json;
  });
  at[path.at(-1) ?? ""] = value;
  return copy;
}

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  30,
  2 ** 31,
  2 ** 53,
  1e300,
  -1e-300,
  "",
  "x",
  "10",
  "0x10",
  "production",
  "é😀\u2028",
  "\ud83d",
  "long ".repeat(20_000),
  [],
  [null],
  [[]],
  ["x"],
  [{}],
  {},
  { "": null },
  { x: "y" },
  { x: { y: [] } },
];

const holdsNul = (value: unknown) => JSON.stringify(value).includes("\\u0000");

/** The finding is about the field, something in it, or something that it is in. */
const isAbout = (path: string, field: Path) => {
  const pointer = `/${field.join("/")}`;
  return path.startsWith(pointer) || pointer.startsWith(path);
};

describe("events made from their schemas", () => {
  const server = observabilityServer({ quotaEvents: 10_000_000, quotaMobileEvents: 10_000_000 });

  const isEvent = validatorOf("Event");
  const isMobileEvent = validatorOf("MobileEvent");
  const eventFields = [...fieldsOf({ $ref: "#/components/schemas/Event" })];
  const mobileFields = [...fieldsOf({ $ref: "#/components/schemas/MobileEvent" })];
  const now = Date.now();
  const anEvent = { level: 50, time: now, message: "m" };
  const isFuture = ({ time }: Json) => typeof time === "number" && time > now + 24 * 3_600_000;
  const isRefused = (event: Json, isValid: ValidateFunction) => !isValid(event) || isFuture(event) || holdsNul(event);

  interface Result {
    readonly ingested: number;
    readonly skipped: number;
    readonly skippedEvents?: readonly { readonly index: number; readonly reason: string }[];
  }

  /** Sends lines of which the first is good, and holds the answer to what the schema says of each. */
  async function expectSkipped(path: string, headers: Headers, made: readonly { field: Path; event: Json }[]) {
    const body = [anEvent, ...made.map(({ event }) => event)].map((event) => JSON.stringify(event)).join("\n");
    const answer = await server.post<Result>(path, body, { ...headers, "content-type": "application/x-ndjson" });
    expect(answer.status, answer.bytes.toString()).to.equal(202);
    const { skippedEvents = [] } = answer.body;
    const refused = made.flatMap(({ event, field }, index) =>
      isRefused(event, isEvent) ? [{ index: index + 1, field }] : [],
    );
    const unexpected = skippedEvents.filter(({ index }) => !refused.some((one) => one.index === index));
    expect(unexpected.map(({ index, reason }) => ({ reason, event: made[index - 1]?.event }))).to.deep.equal([]);
    expect(skippedEvents.map(({ index }) => index)).to.deep.equal(refused.map(({ index }) => index));
    for (const { index, field } of refused) {
      const reason = skippedEvents.find((one) => one.index === index)?.reason ?? "";
      expect(reason.split(" ")[0] ?? "", reason).to.satisfy((place: string) => isAbout(place, field));
    }
  }

  const everyField = (fields: readonly Path[], base: Json) =>
    fields.flatMap((field) => values.map((value) => ({ field, event: withValue(base, field, value) })));
  /** All in a deep run, else a ninth: as there are 28 values, it has each of them, and each field, too. */
  const sampled = <T>(all: readonly T[]) => (isDeep ? all : all.filter((_, index) => index % 9 === 0));

  it("know their fields", () => {
    expect(eventFields.length).to.be.above(30);
    expect(mobileFields.length).to.be.above(50);
    expect(eventFields.map((field) => field.join("/"))).to.include.members([
      "level",
      "user/id",
      "exception/stacktrace/frames/0/lineno",
    ]);
  });

  it("from servers: each value in each field is stored, or skipped with its place", async () => {
    const caller = await server.caller();
    const all = everyField(eventFields, anEvent);
    for (let start = 0; start < all.length; start += 90)
      await expectSkipped("/api/v1/monitor/ingest", caller, all.slice(start, start + 90));
  });

  it("from browsers likewise", async () => {
    const { project } = await aProject(server.database);
    const token = server.sessionToken(project);
    const some = sampled(everyField(eventFields, anEvent));
    for (let start = 0; start < some.length; start += 90)
      await expectSkipped("/api/v1/monitor/ingest/browser", token, some.slice(start, start + 90));
  });

  it("from servers: any JSON in any field", async () => {
    const caller = await server.caller();
    const anything = fc.jsonValue({ stringUnit: "binary", maxDepth: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...eventFields), anything), { minLength: 1, maxLength: 30 }),
        (choices) => {
          const made = choices.map(([field, value]) => ({ field, event: withValue(anEvent, field, value) }));
          return expectSkipped("/api/v1/monitor/ingest", caller, made);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it("from mobile apps: each value in each field is stored, or refused with its place", async () => {
    const owner = await aProject(server.database);
    const { sign } = await server.app(owner.project);
    const base = { eventId: "e", time: now, level: 50 };
    for (const { field, event } of sampled(everyField(mobileFields, base))) {
      const sent = JSON.stringify(event);
      const answer = await server.post<Problem>("/api/v1/monitor/ingest/mobile", sent, sign());
      const said = `${sent.slice(0, 300)} → ${answer.bytes.toString()}`;
      if (!isRefused(event, isMobileEvent)) {
        expect(answer.status, said).to.equal(202);
        continue;
      }
      expect([answer.status, answer.body.code], said).to.deep.equal([400, "VALIDATION_FAILED"]);
      const places = answer.body.fieldErrors.map(({ path }) => path.replace(/^\/body/, ""));
      expect(
        places.some((place) => isAbout(place, field)),
        said,
      ).to.equal(true);
    }
  });
});
