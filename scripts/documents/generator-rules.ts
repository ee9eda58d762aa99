/**
 * Rules for what generators of clients make of a document: what one of them takes for another type, leaves without a
 * word, or cannot compile. Each is named `accord/<name>`, as those in rules.ts, which registers them.
 */
import { sep } from "node:path";
import type { Oas3Rule } from "@redocly/openapi-core";

interface SchemaNode {
  readonly type?: string | readonly string[] | undefined;
  readonly [keyword: string]: unknown;
}

const mostInt32 = 2 ** 31 - 1;

/** Without a format, Go reads every integer as int32 and every number as float32. Amounts of money are int64 in any range. */
export const numberFormat: Oas3Rule = ({ amounts }) => {
  const isAmount = new RegExp(typeof amounts === "string" ? amounts : "$^");
  return {
    Schema(node, { report, location }) {
      const schema = node as SchemaNode;
      const types = jsonTypes(schema);
      if (types.length !== 1) return;
      const { format } = schema;
      if (types[0] === "number" && format !== "double" && format !== "float")
        report({ message: "A number needs the format double or float.", location: location.key() });
      if (types[0] !== "integer") return;
      const name = location.pointer.split("/").at(-1) ?? "";
      if (isAmount.test(name) && format !== "int64")
        report({ message: "An amount of money needs the format int64.", location: location.key() });
      else if (format !== "int64" && (format !== "int32" || reachOf(schema) > mostInt32))
        report({ message: "An integer needs the format int32, or int64 beyond 2^31 - 1.", location: location.key() });
    },
  };
};

function reachOf(schema: SchemaNode): number {
  const bounds = [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum];
  const values = Array.isArray(schema.enum) ? schema.enum : bounds;
  return Math.max(0, ...values.filter((value) => typeof value === "number").map(Math.abs));
}

/** Python and Java cannot name the one value of such an enumeration. Prose says as much; a condition is not generated. */
export const noBooleanConstant: Oas3Rule = () => ({
  Schema(node, { report, location }) {
    const schema = node as SchemaNode;
    const values = "const" in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : [];
    if (isCondition(location.pointer) || !values.some((value) => typeof value === "boolean")) return;
    report({
      message: "A boolean with a set value is for prose to tell, not for const or enum.",
      location: location.key(),
    });
  },
});

/**
 * A value of several JSON types is `any`, or worse, in generated clients. Where the wire demands one, the option `wire`
 * says why, by the place of the schema: `<api>/schemas/<file>`, `#` and pointer.
 */
export const oneJsonType: Oas3Rule = ({ wire }) => {
  const reasons = new Map(Object.entries((wire ?? {}) as Record<string, unknown>));
  return {
    Schema(node, { report, location, resolve }) {
      const schema = node as SchemaNode;
      const branches = [schema.oneOf, schema.anyOf].flatMap((list) =>
        Array.isArray(list) ? (list as SchemaNode[]) : [],
      );
      const ofBranches = branches.flatMap((branch) => jsonTypes((resolve(branch).node ?? {}) as SchemaNode));
      if (jsonTypes(schema).length < 2 && new Set(ofBranches).size < 2) return;
      const reason = reasons.get(placeOf(location));
      if (typeof reason === "string" && reason !== "") return;
      report({
        message: "A value has one JSON type; the option wire tells where it cannot.",
        location: location.key(),
      });
    },
  };
};

/** Whoever completes a field in an editor reads this and nothing else. A `$ref` passes on what its target says. */
export const propertyDescribed: Oas3Rule = () => ({
  Schema(node, { report, location, resolve }) {
    const schema = node as SchemaNode;
    if (isCondition(location.pointer)) return;
    for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, SchemaNode>)) {
      const said = property.description ?? (resolve(property).node as SchemaNode | undefined)?.description;
      if (typeof said === "string" && said.trim() !== "") continue;
      report({
        message: `The property ${name} needs a description.`,
        location: location.child(["properties", name]).key(),
      });
    }
  },
});

/** Generators make a class of each tag and the first line of a comment of each summary. */
export const operationHeading: Oas3Rule = () => ({
  Operation(operation, { report, location }) {
    const summary = operation.summary ?? "";
    if (!/^\S.{0,78}[^\s.]$/u.test(summary))
      report({
        message: "A summary is one line of at most 80 characters, without a full stop.",
        location: location.key(),
      });
    if (operation.tags?.length !== 1) report({ message: "An operation has one tag.", location: location.key() });
  },
});

/** The types of JSON but null, which says only that the value may be missing. */
function jsonTypes({ type }: SchemaNode): readonly string[] {
  return ([] as string[]).concat(type ?? []).filter((name) => name !== "null");
}

/** Below `if`, `not` and the like a schema tests what others describe. */
function isCondition(pointer: string): boolean {
  return /\/(?:if|then|else|not|contains|propertyNames)(?:\/|$)/.test(pointer);
}

function placeOf({ source, pointer }: { source: { absoluteRef: string }; pointer: string }): string {
  const parts = source.absoluteRef.split(sep);
  return `${parts.slice(parts.lastIndexOf("schemas") - 1).join("/")}${pointer}`;
}
