/** Names that generators of clients take for their own, or use twice. They become names of types, so all of a document count. */
import type { OpenApiDocument } from "#src/contract/document.ts";
import type { DocumentFault } from "#src/contract/extensions.ts";

/** Types that generated code has anyway, in one language or another; Go has a `Nullable…` of each of the first line. */
const taken = new Set(
  `Bool Int Int32 Int64 Float32 Float64 String Time
  Any Array Boolean Byte Bytes Class Date DateTime Decimal Dict Double Enum Error Exception Float Integer List Long Map Model
  Number Object Optional Record Set Type Undefined Union Void Configuration ApiClient ApiResponse`.split(/\s+/),
);

/** @param document bundled: its schemas are its components. */
export function schemaNameFaults(document: OpenApiDocument): DocumentFault[] {
  const schemas = document.components?.schemas ?? {};
  const faults: DocumentFault[] = [];
  const report = (name: string, message: string) => faults.push({ pointer: `/components/schemas/${name}`, message });
  const namedBy = new Map<string, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    const made = /^New(?=[A-Z])(.+)$/.exec(name)?.[1];
    if (made !== undefined && made in schemas)
      report(name, `${name} is also what Go calls the constructor of ${made}.`);
    if (taken.has(name)) report(name, `${name} is a type of generated clients.`);
    for (const constant of constantsOf(schema)) {
      const other = namedBy.get(constant);
      if (other !== undefined)
        report(name, `Go has one constant ${constant} for ${other} and ${name}: give one of them x-enum-varnames.`);
      namedBy.set(constant, name);
    }
  }
  return faults;
}

/** What the values of an enumeration are called in Go, where constants have no type before their names. */
function constantsOf(schema: unknown): string[] {
  const { enum: values, "x-enum-varnames": names } = Object(schema) as Record<string, unknown>;
  const given = Array.isArray(names) ? names : Array.isArray(values) ? values.filter((value) => value !== null) : [];
  return given.map((value) => String(value).toUpperCase());
}
