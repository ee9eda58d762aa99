/** Options of a field that its insurer lists on demand, for a form that the business has fetched. */
import type { Schemas } from "#generated/insurance/contract.ts";
import { notFound, Problem } from "#src/http/problem.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import type { CallOptions, InsurerClient } from "../insurers/client.ts";
import type { Asked, Schemas as Insurer } from "../insurers/protocol.ts";
import { type Tenant, tenantOf } from "../tenant.ts";
import { type FormName, remoteField } from "./fetched-forms.ts";

type RemoteField = Insurer["RemoteChoiceField"];

const defaultLimit = 50;

/**
 * One page of options. Throws Problem NOT_FOUND as `remoteField` finds nothing, VALIDATION_FAILED for a search that the
 * field does not take, INVALID_CURSOR, BAD_REQUEST for an answer that leads to no list, and InsurerFailure.
 */
export async function optionsOfField(
  { database: { pool }, insurers, cursors }: Pick<HandlerDependencies, "database" | "insurers" | "cursors">,
  tenant: Tenant,
  { providerId, formId, formVersion }: FormName,
  { fieldId, query: typed, values = {}, limit = defaultLimit, cursor: given }: Schemas["OptionsRequest"],
  requestId: string,
): Promise<Schemas["OptionPage"]> {
  const field = await remoteField(pool, tenant, { providerId, formId, formVersion }, fieldId);
  if (field === null) throw notFound("There is no such form among those you fetched, or no such remote field in it.");
  const query = searchFor(field, typed ?? "");
  const list = { list: "options", ...tenantOf(tenant), providerId, formId, formVersion, fieldId };
  const scope = { ...list, query, values: named(field, values) };
  const [position] = given == null ? [] : cursors.open(scope, given);
  const search = { limit, ...(query !== "" && { query }), ...(position !== undefined && { cursor: String(position) }) };
  const insurer = await insurers.reach(providerId, "listOptions");
  const { options, nextCursor } = await listFieldOptions(insurer, field, values, search, { requestId });
  return { options, nextCursor: nextCursor === null ? null : cursors.seal(scope, [nextCursor]) };
}

/** The text to search for; empty for none. */
function searchFor({ searchable, minQueryLength }: RemoteField, typed: string): string {
  if (!searchable && typed !== "")
    throw refusedSearch("notSearchable", "is not wanted: the options cannot be searched");
  if (searchable && [...typed].length < minQueryLength)
    throw refusedSearch("minLength", `must have at least ${minQueryLength} characters`);
  return typed;
}

function refusedSearch(code: string, message: string): Problem {
  return new Problem("VALIDATION_FAILED", { fieldErrors: [{ path: "/body/query", code, message }] });
}

/** The answers that the options depend on: with others the list is the same. */
function named({ optionsUrl }: RemoteField, values: Readonly<Record<string, unknown>>): unknown[] {
  return [...optionsUrl.matchAll(/\{(\w+)\}/g)].map(([, fieldId = ""]) => values[fieldId] ?? null);
}

const longestAnswer = 200;

/**
 * One page of the options of a field. `values` are the answers given so far, in the seller's body. Throws Problem BAD_REQUEST for
 * those that lead to no list, before anything is sent, and InsurerFailure.
 */
export function listFieldOptions(
  client: InsurerClient,
  field: Pick<RemoteField, "optionsUrl">,
  values: Readonly<Record<string, unknown>>,
  query: NonNullable<Asked<"listOptions">["query"]>,
  options: CallOptions,
): Promise<Insurer["OptionPage"]> {
  const [, , list = "", placeholder] = field.optionsUrl.split("/");
  if (placeholder === undefined) return client.call("listOptions", { path: { list }, query }, options);
  const parent = answerOf(placeholder.slice(1, -1), values);
  return client.call("listDependentOptions", { path: { list, parent }, query }, options);
}

/** An answer becomes one segment of a path; one that a server could read as more than that is refused. */
function answerOf(fieldId: string, values: Readonly<Record<string, unknown>>): string {
  const value = Object.hasOwn(values, fieldId) ? values[fieldId] : undefined;
  if (value === undefined || value === null || value === "")
    throw unusable(fieldId, "missing", `${fieldId} must be answered first`);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
    throw unusable(fieldId, "not_scalar", `${fieldId} must be a text, a number or a boolean`);
  const text = String(value);
  if (
    text.length > longestAnswer ||
    /^\.{1,2}$|[/\\\u0000-\u001f\u007f]|%2f|%5c|%2e/i.test(text) ||
    !text.isWellFormed()
  )
    throw unusable(fieldId, "escapes", `${fieldId} cannot be part of the options' address`);
  return text;
}

function unusable(fieldId: string, code: "missing" | "not_scalar" | "escapes", message: string): Problem {
  return new Problem("BAD_REQUEST", {
    detail:
      code === "missing"
        ? "The options of this field depend on another answer."
        : "An answer that the options of this field depend on cannot be used.",
    fieldErrors: [{ path: `/body/values/${fieldId}`, code, message }],
  });
}
