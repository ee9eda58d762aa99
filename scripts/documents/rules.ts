/**
 * What this project asks of its OpenAPI documents beyond the standard, as rules for Redocly's linter. redocly.yaml
 * loads them, so that `redocly lint` applies them too. Each is named `accord/<name>`.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Oas3Rule, Plugin } from "@redocly/openapi-core";
import { parse } from "yaml";
import { isRange } from "#src/contract/media-type.ts";
import { problemType } from "#src/contract/problem-json.ts";
import { rangeOf } from "#src/contract/status.ts";
import {
  noBooleanConstant,
  numberFormat,
  oneJsonType,
  operationHeading,
  propertyDescribed,
} from "./generator-rules.ts";

type Node = Readonly<Record<string, unknown>>;

const catalogue = parse(
  readFileSync(join(import.meta.dirname, "../../specs/common/problems.yaml"), "utf8"),
) as Readonly<Record<string, { status: number; title: string }>>;

/** Contract tests and dredd send the example, so there is one and not a choice of them. */
const parameterExample: Oas3Rule = () => ({
  Parameter(parameter, { report, location }) {
    if (parameter.example === undefined)
      report({ message: `The parameter ${parameter.name} needs an example.`, location: location.key() });
  },
});

/** Text shows named examples; bytes cannot be written in YAML and are given in base64. */
const mediaTypeExample: Oas3Rule = () => ({
  MediaType(media, { report, location, resolve, key }) {
    const schema = media.schema && (resolve(media.schema).node as Node | undefined);
    if (schema?.contentMediaType !== undefined) {
      const bytes = extension(media, "x-accord-example-base64");
      if (typeof bytes !== "string" || Buffer.from(bytes, "base64").toString("base64") !== bytes)
        report({ message: `${key} needs x-accord-example-base64, in plain base64.`, location: location.key() });
    } else if (Object.keys(media.examples ?? {}).length === 0) {
      report({ message: `${key} needs a named example.`, location: location.key() });
    }
  },
});

/**
 * An example of a problem says what the catalogue says, and stands under a status that it has. What another party's word
 * may be is in no catalogue; such an example is marked `x-accord-passed-on: true`.
 */
const problemExample: Oas3Rule = () => {
  let invalidStatus = 400;
  return {
    Root(root) {
      invalidStatus = validationStatus(root);
    },
    Operation: {
      Response(response, { report, location, resolve, key }) {
        const examples = response.content?.["application/problem+json"]?.examples ?? {};
        for (const [name, reference] of Object.entries(examples)) {
          const at = location.child(["content", "application/problem+json", "examples", name]).key();
          const example = resolve(reference).node;
          const problem = (example?.value ?? {}) as Node;
          const passedOn = example && extension(example, "x-accord-passed-on");
          const fault =
            (passedOn === true ? null : differenceFromCatalogue(problem, invalidStatus)) ??
            differenceFromPlace(problem, String(key));
          if (fault !== null) report({ message: `${name} ${fault}`, location: at });
        }
      },
    },
  };
};

/** An API may answer what is not valid with another status than the catalogue's. */
function validationStatus(root: object): number {
  return Number(extension(root, "x-accord-validation-status") ?? 400);
}

function differenceFromCatalogue({ code, title, status }: Node, invalidStatus: number): string | null {
  const entry = catalogue[String(code)];
  if (entry === undefined) return "has no code of the catalogue (specs/common/problems.yaml).";
  const usual = code === "VALIDATION_FAILED" ? invalidStatus : entry.status;
  return title === entry.title && status === usual ? null : "and the catalogue differ in title or status.";
}

/** `key` is what its response is listed under: a status or a range of them. */
function differenceFromPlace({ code, type, status }: Node, key: string): string | null {
  const kind = Object.hasOwn(catalogue, String(code)) ? String(code) : "INSURER_REFUSED";
  if (type !== problemType(kind)) return `must have the type ${problemType(kind)}.`;
  const covered = key === String(status) || (typeof status === "number" && key === rangeOf(status));
  return covered ? null : `is an example of ${status}, not of ${key}.`;
}

/** The schema of each media type, as it is written. */
function schemasOf(content: Readonly<Record<string, { readonly schema?: unknown }>>): [string, unknown][] {
  return Object.entries(content).map(([type, { schema }]) => [type, schema]);
}

/**
 * One kind of success, which generated clients have one type for: one 2xx answer, or several of one schema (none where 501
 * says that nobody does it yet; beside it, a 200 may replay what an Idempotency-Key has stored); and every failure that the
 * operation's own shape makes possible. What receivers of webhooks answer is theirs.
 */
const operationStatuses: Oas3Rule = () => {
  let secured = false;
  let invalid = "400";
  return {
    Root(root) {
      secured = (root.security ?? []).length > 0;
      invalid = String(validationStatus(root));
    },
    Paths: {
      Operation(operation, { report, location, resolve }) {
        const listed = Object.keys(operation.responses ?? {});
        const at = location.child("responses").key();
        const answerOf = (status: string) => resolve(operation.responses?.[status] ?? {}).node;
        const contentOf = (status: string) => answerOf(status)?.content ?? {};
        const succeeding = listed.filter((status) => status.startsWith("2"));
        const replays = answerOf("200")?.headers?.["Idempotency-Replayed"] !== undefined;
        const successes = succeeding.filter((status) => succeeding.length === 1 || !(replays && status === "200"));
        const kinds = new Set(successes.map((status) => JSON.stringify(schemasOf(contentOf(status)))));
        if (kinds.size !== (listed.includes("501") ? 0 : 1))
          report({ message: `${operation.operationId} needs a 2xx answer, or several of one schema.`, location: at });

        const needed = new Map<string, string>();
        // What is published is answered from memory.
        if (extension(operation, "x-accord-published") === undefined)
          needed.set("500", "anything may fail").set("503", "anything may be overloaded");
        if (operation.requestBody !== undefined) {
          needed.set("400", "the body may be malformed").set(invalid, "the body may be invalid");
          needed.set("413", "the body may be too large").set("415", "the body may be of another type");
        }
        if ((operation.parameters ?? []).length > 0) needed.set(invalid, "a parameter may be invalid");
        if (operation.security === undefined ? secured : operation.security.length > 0)
          needed.set("401", "the credentials may be wrong");
        const types = successes.flatMap((status) => Object.keys(contentOf(status)));
        // OTLP answers in the encoding of the request, whatever Accept says; of a range nobody knows before.
        if (types.length > 0 && !types.some(isRange) && extension(operation, "x-accord-errors") !== "otlp")
          needed.set("406", "Accept may ask for something else");
        for (const [status, why] of needed)
          if (!listed.includes(status))
            report({ message: `${operation.operationId} must list ${status}: ${why}.`, location: at });
      },
    },
  };
};

/** Quota headers on success mean that there is a quota, which can be used up. (429 alone is for unknown keys, of which no success tells.) */
const quotaStatus: Oas3Rule = () => {
  let metered = false;
  return {
    Operation: {
      enter() {
        metered = false;
      },
      leave(operation, { report, location }) {
        const limited = operation.responses?.["429"] !== undefined;
        if (metered && !limited)
          report({
            message: `${operation.operationId}: X-RateLimit headers on success ask for the status 429.`,
            location: location.child("responses").key(),
          });
      },
      Response(response, { key }) {
        if (String(key).startsWith("2") && response.headers?.["X-RateLimit-Limit"] !== undefined) metered = true;
      },
    },
  };
};

/** Whoever reads the document is to know whether an object may carry more than it says. */
const additionalPropertiesDecided: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    if (!typesOf(schema).includes("object")) return;
    if ("additionalProperties" in schema || "unevaluatedProperties" in schema) return;
    report({ message: "An object must say what additionalProperties may be.", location: location.key() });
  },
});

/** Generated clients make a type of its own out of `anyOf: [T, {type: 'null'}]`; `type: [T, 'null']` they understand. */
const noAnyOfNull: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    for (const keyword of ["anyOf", "oneOf"] as const)
      (schema[keyword] ?? []).forEach((branch, index) => {
        if ("type" in branch && branch.type === "null")
          report({ message: "Write type: [T, 'null'] instead.", location: location.child([keyword, index]) });
      });
  },
});

/** Formats whose texts have a length that nobody can stretch to harm. */
const shortFormats = new Set(["date-time", "date", "time", "uuid", "ipv4", "ipv6"]);

/** Every input has a bound, and a client should know what it must be ready to read. */
const bounded: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    if ("enum" in schema || "const" in schema) return;
    const has = (...keywords: string[]) => keywords.some((keyword) => keyword in schema);
    const types = typesOf(schema);
    const missing: string[] = [];
    // A file's bytes are bounded with the body it comes in.
    if (schema.format === "binary") return;
    if (types.includes("string") && !has("maxLength") && !shortFormats.has(schema.format ?? ""))
      missing.push("maxLength");
    if (types.includes("array") && !has("maxItems")) missing.push("maxItems");
    if (types.includes("object") && !has("properties", "maxProperties")) missing.push("maxProperties");
    if (types.length === 1 && (types[0] === "integer" || types[0] === "number")) {
      if (!has("minimum", "exclusiveMinimum")) missing.push("minimum");
      if (!has("maximum", "exclusiveMaximum")) missing.push("maximum");
    }
    if (missing.length > 0) report({ message: `A bound is missing: ${missing.join(", ")}.`, location: location.key() });
  },
});

/** A misspelt name in `required` would demand a field that nobody can know of. */
const requiredDefined: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    if (schema.properties === undefined) return;
    (schema.required ?? []).forEach((name, index) => {
      if (!Object.hasOwn(schema.properties ?? {}, name))
        report({
          message: `The required property ${name} is not defined.`,
          location: location.child(["required", index]),
        });
    });
  },
});

/**
 * Operations beyond those that `specs/<api>/agreed-operations.yaml` lists carry `x-accord-extension: true`, and no
 * others do. Without that file no operation does. Webhooks are no operations of ours.
 */
const extensionMarked: Oas3Rule = () => {
  let agreed: readonly string[] | null = null;
  const missing = new Set<string>();
  return {
    Root: {
      enter(_root, { location }) {
        const file = join(dirname(location.source.absoluteRef), "agreed-operations.yaml");
        agreed = existsSync(file) ? (parse(readFileSync(file, "utf8")) as string[]) : null;
        for (const operationId of agreed ?? []) missing.add(operationId);
      },
      leave(_root, { report, location }) {
        for (const operationId of missing)
          report({
            message: `${operationId} is listed in agreed-operations.yaml, and no operation has this name.`,
            location: location.child("paths").key(),
          });
      },
    },
    Paths: {
      Operation(operation, { report, location }) {
        const { operationId = "" } = operation;
        missing.delete(operationId);
        const mark = extension(operation, "x-accord-extension");
        const expected = agreed === null || agreed.includes(operationId) ? undefined : true;
        if (mark === expected) return;
        const message = expected
          ? `${operationId} is not listed in agreed-operations.yaml and must be marked x-accord-extension: true.`
          : agreed === null
            ? `${operationId} is marked as an extension, but there is no agreed-operations.yaml to extend.`
            : `${operationId} is listed in agreed-operations.yaml and must not be marked as an extension.`;
        report({ message, location: location.key() });
      },
    },
  };
};

/** The linter's types leave extensions out. */
function extension(node: object, name: `x-${string}`): unknown {
  return Object.getOwnPropertyDescriptor(node, name)?.value;
}

function typesOf(schema: { type?: string | string[] }): readonly string[] {
  return schema.type === undefined ? [] : [schema.type].flat();
}

export default function accordRules(): Plugin {
  return {
    id: "accord",
    rules: {
      oas3: {
        "parameter-example": parameterExample,
        "media-type-example": mediaTypeExample,
        "problem-example": problemExample,
        "operation-statuses": operationStatuses,
        "quota-status": quotaStatus,
        "additional-properties-decided": additionalPropertiesDecided,
        "no-any-of-null": noAnyOfNull,
        bounded,
        "required-defined": requiredDefined,
        "extension-marked": extensionMarked,
        "number-format": numberFormat,
        "no-boolean-constant": noBooleanConstant,
        "one-json-type": oneJsonType,
        "property-described": propertyDescribed,
        "operation-heading": operationHeading,
      },
    },
  };
}
