// SQL: attributes are JSON text, which is searched as such first and parsed only where it may match.
/** Tags of a trace search, as Jaeger's users write them, on spans as OTLP stores them. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { TenantFilter } from "./filter.ts";

/** Names that Jaeger shows for what OTLP keeps outside the attributes. */
const spanKinds = ["unspecified", "internal", "server", "client", "producer", "consumer"];
const statusCodes = ["UNSET", "OK", "ERROR"];

export interface SearchedTag {
  readonly key: string;
  readonly value: string;
  /** Sources (resources with a scope) whose resource has the attribute. */
  readonly sourceIds: readonly string[];
}

/** Sources whose resources are looked through for tags. */
const maxSearchedSources = 20_000;

/** Looks the tags up among the resources; `cut` says that there are more resources than that. */
export async function searchedTags(
  db: Queryable,
  tenant: Tenant,
  tags: Readonly<Record<string, string>>,
): Promise<{ readonly tags: readonly SearchedTag[]; readonly cut: boolean }> {
  const wanted = Object.entries(tags);
  if (wanted.length === 0) return { tags: [], cut: false };
  const filter = new TenantFilter(tenant);
  const holds = wanted.map(([key, value]) => holdsAttribute(filter, key, value)("resource"));
  // Primary key (project_id, environment, source_id).
  const { rows } = await db.query<{ source_id: string; tags: boolean[]; place: string }>(
    `SELECT * FROM (
       SELECT source_id, ARRAY[${holds}] AS tags, row_number() OVER (ROWS UNBOUNDED PRECEDING) AS place
       FROM telemetry_sources WHERE ${filter} LIMIT ${maxSearchedSources + 1}
     ) AS looked_at
     WHERE true = ANY (tags) OR place > ${maxSearchedSources}`,
    filter.values,
  );
  return {
    tags: wanted.map(([key, value], index) => ({
      key,
      value,
      sourceIds: rows.filter(({ tags }) => tags[index]).map(({ source_id }) => source_id),
    })),
    cut: Number(rows.at(-1)?.place ?? 0) > maxSearchedSources,
  };
}

/** A condition on a row of `spans`: the span or its resource has the attribute, whatever the value's type. */
export function tagCondition(filter: TenantFilter, { key, value, sourceIds }: SearchedTag): string {
  const either = [holdsAttribute(filter, key, value)("attributes")];
  if (sourceIds.length > 0) either.push(`source_id = ANY (${filter.bind(sourceIds)}::uuid[])`);
  if (key === "error" && value === "true") either.push("status_code = 2");
  if (key === "span.kind" && spanKinds.includes(value)) either.push(`kind = ${spanKinds.indexOf(value)}`);
  if (key === "otel.status_code" && statusCodes.includes(value))
    either.push(`status_code = ${statusCodes.indexOf(value)}`);
  return `(${either.join(" OR ")})`;
}

/** Attributes are parsed only where key and value can occur: letters like these stand unescaped in every spelling of JSON. */
function holdsAttribute(filter: TenantFilter, key: string, value: string): (column: string) => string {
  const wanted = `ANY (${filter.bind(attributeForms(key, value))}::jsonb[])`;
  const plainStart = (text: string) => filter.bind(/[A-Za-z0-9._-]{0,64}/.exec(text)?.[0] ?? "");
  const keyHint = plainStart(key);
  // A number stands as the sender's digits, or as doubles are written in JSON.
  const spellings = [value, ...(Number.isFinite(Number(value)) ? [String(Number(value))] : [])];
  const valueHints = [...new Set(spellings)].map(plainStart);
  return (column) => {
    const mayHold = valueHints.map((hint) => `strpos(${column}, ${hint}) > 0`).join(" OR ");
    return `CASE WHEN strpos(${column}, ${keyHint}) > 0 AND (${mayHold}) AND pg_input_is_valid(${column}, 'jsonb')
      THEN ${column}::jsonb @> ${wanted} ELSE false END`;
  };
}

/** The attribute in each form that reads as `value`: text, and where it looks so a boolean or a number. */
function attributeForms(key: string, value: string): string[] {
  const values: unknown[] = [{ stringValue: value }];
  if (value === "true" || value === "false") values.push({ boolValue: value === "true" });
  if (/^-?\d{1,19}$/.test(value)) values.push({ intValue: value });
  if (value !== "" && Number.isFinite(Number(value))) values.push({ doubleValue: Number(value) });
  return values.map((form) => JSON.stringify([{ key, value: form }]));
}
