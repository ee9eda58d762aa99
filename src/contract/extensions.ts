/**
 * The engine's extensions to OpenAPI: where each is allowed and which values it takes. A misspelt extension would silently have no
 * effect, so `accord check` and the start of the server refuse all that are not in this table. docs/extensions.md explains each one.
 */
import { type DocumentObject, type ObjectKind, objectsOf } from "./document-objects.ts";

export interface Extension {
  readonly standsAt: readonly ObjectKind[];
  /** A description of the values that `takes` accepts. */
  readonly expects: string;
  readonly takes: (value: unknown) => boolean;
}

/** A part of a document that would silently have no effect. */
export interface DocumentFault {
  /** A JSON pointer into the document. */
  readonly pointer: string;
  readonly message: string;
}

const mostBytes = 1024 ** 3;
const mostRecords = 1_000_000;

function oneOf(standsAt: readonly ObjectKind[], ...values: readonly (string | number | boolean)[]): Extension {
  const expects = values.map((value) => `\`${value}\``).join(" or ");
  return { standsAt, expects, takes: (value) => values.some((allowed) => allowed === value) };
}

function name(standsAt: readonly ObjectKind[]): Extension {
  const takes = (value: unknown) => typeof value === "string" && /^[a-z][a-z0-9-]{0,63}$/.test(value);
  return { standsAt, expects: "a name of lower-case letters, digits and hyphens", takes };
}

function upTo(most: number, what: string, standsAt: readonly ObjectKind[]): Extension {
  const takes = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
  return { standsAt, expects: `a whole number of ${what} from 1 to ${most}`, takes };
}

function bytes(standsAt: readonly ObjectKind[]): Extension {
  return upTo(mostBytes, "bytes", standsAt);
}

/** Operations whose path begins with `prefix` also answer at the path with `alias` instead of `prefix`. */
export interface PathAlias {
  readonly prefix: string;
  readonly alias: string;
}

function isPathAlias(value: unknown): value is PathAlias {
  const isPath = (text: unknown) => typeof text === "string" && /^(?:\/[a-z0-9._~-]+)+$/.test(text);
  const { prefix, alias, ...others } = Object(value) as Partial<PathAlias>;
  return isPath(prefix) && isPath(alias) && prefix !== alias && Object.keys(others).length === 0;
}

const encodings = ["gzip", "deflate", "snappy"];

/** All extensions, by name. */
export const extensions: ReadonlyMap<string, Extension> = new Map<string, Extension>([
  ["x-accord-errors", name(["document", "operation"])],
  ["x-accord-validation-status", oneOf(["document"], 400, 422)],
  ["x-accord-text", oneOf(["document"], "trimmed")],
  [
    "x-accord-path-alias",
    {
      standsAt: ["document"],
      expects: "an object of `prefix` and `alias`, two paths without a slash at the end",
      takes: isPathAlias,
    },
  ],
  ["x-accord-query", oneOf(["operation"], "strict")],
  [
    "x-accord-query-schema",
    {
      standsAt: ["operation"],
      expects: "a schema of the object that consists of all query parameters",
      takes: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    },
  ],
  ["x-accord-cors", name(["operation"])],
  ["x-accord-published", oneOf(["operation"], "document", "page")],
  ["x-accord-extension", oneOf(["operation"], true)],
  ["x-accord-batch", oneOf(["request body"], true)],
  ["x-accord-batch-limit", upTo(mostRecords, "records", ["request body"])],
  ["x-accord-body-limit", bytes(["request body"])],
  ["x-accord-decoded-limit", bytes(["request body"])],
  [
    "x-accord-encodings",
    {
      standsAt: ["request body"],
      expects: `a list of ${encodings.map((encoding) => `\`${encoding}\``).join(", ")}`,
      takes: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        new Set(value).size === value.length &&
        value.every((encoding) => encodings.includes(encoding)),
    },
  ],
  ["x-accord-body", oneOf(["media type"], "raw")],
  [
    "x-accord-example-base64",
    {
      standsAt: ["media type"],
      expects: "text in plain base64",
      takes: (value) => typeof value === "string" && Buffer.from(value, "base64").toString("base64") === value,
    },
  ],
  [
    "x-accord-spelling-of",
    {
      standsAt: ["parameter", "schema"],
      expects: "the name of the parameter or property that means the same",
      takes: (value) => typeof value === "string" && value !== "",
    },
  ],
  ["x-accord-passed-on", oneOf(["example"], true)],
]);

/** The extensions that stay in the published document, because they inform its readers. The others are only for the engine. */
const published = new Set(
  ["path-alias", "query", "query-schema", "batch", "batch-limit", "body-limit", "decoded-limit", "encodings"].map(
    (name) => `x-accord-${name}`,
  ),
);

/** Removes the extensions from a document that only the engine reads. Changes the document. */
export function dropInternalExtensions(document: object): void {
  for (const { node } of objectsOf(document))
    for (const key of Object.keys(node))
      if (key.startsWith("x-accord-") && !published.has(key)) delete (node as Record<string, unknown>)[key];
}

/** Yields the extensions of an object that are unknown, misplaced or have invalid values. */
export function* extensionFaults({ kind, node, pointer }: DocumentObject): Generator<DocumentFault> {
  for (const [key, value] of Object.entries(node)) {
    if (!key.toLowerCase().startsWith("x-accord")) continue;
    const at = `${pointer}/${key}`;
    const extension = extensions.get(key);
    if (extension === undefined) yield { pointer: at, message: `${key} is not an extension that the engine knows` };
    else if (!extension.standsAt.includes(kind))
      yield { pointer: at, message: `${key} is not allowed here, only in: ${extension.standsAt.join(", ")}` };
    else if (!extension.takes(value))
      yield {
        pointer: at,
        message: `${key} must be ${extension.expects.replaceAll("`", "")}, not ${JSON.stringify(value)}`,
      };
  }
}
