/** Tags of a trace search, as Jaeger's users write them, on spans as OTLP stores them. */
import type { TenantFilter } from "./filter.ts";

/** Names that Jaeger shows for what OTLP keeps outside the attributes. */
const spanKinds = ["unspecified", "internal", "server", "client", "producer", "consumer"];
const statusCodes = ["UNSET", "OK", "ERROR"];

/** A condition on a row of `spans`: the span or its resource has the attribute, whatever the value's type. */
export function tagCondition(filter: TenantFilter, key: string, value: string): string {
  const attribute = attributeCondition(filter, key, value);
  if (key === "error" && value === "true") return `(status_code = 2 OR ${attribute})`;
  if (key === "span.kind" && spanKinds.includes(value)) {
    return `(kind = ${filter.bind(spanKinds.indexOf(value))}::smallint OR ${attribute})`;
  }
  if (key === "otel.status_code" && statusCodes.includes(value)) {
    return `(status_code = ${filter.bind(statusCodes.indexOf(value))}::smallint OR ${attribute})`;
  }
  return attribute;
}

function attributeCondition(filter: TenantFilter, key: string, value: string): string {
  const wanted = `ANY (${filter.bind(attributeForms(key, value))}::jsonb[])`;
  // Attributes are parsed only where the key can occur: its letters stand unescaped in every spelling of JSON.
  const plainKey = /[A-Za-z0-9._-]{0,64}/.exec(key)?.[0] ?? "";
  const hint = filter.bind(plainKey);
  const holds = (column: string) =>
    `CASE WHEN strpos(${column}, ${hint}) > 0 AND pg_input_is_valid(${column}, 'jsonb')
      THEN ${column}::jsonb @> ${wanted} ELSE false END`;
  return `(${holds("attributes")} OR source_id IN (
    SELECT source_id FROM telemetry_sources WHERE project_id = $1 AND environment = $2 AND ${holds("resource")}))`;
}

/** The attribute in each form that reads as `value`: text, and where it looks so a boolean or a number. */
function attributeForms(key: string, value: string): string[] {
  const values: unknown[] = [{ stringValue: value }];
  if (value === "true" || value === "false") values.push({ boolValue: value === "true" });
  if (/^-?\d{1,19}$/.test(value)) values.push({ intValue: value });
  if (value !== "" && Number.isFinite(Number(value))) values.push({ doubleValue: Number(value) });
  return values.map((form) => JSON.stringify([{ key, value: form }]));
}
