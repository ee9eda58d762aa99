/** Options of a field that its insurer lists on demand, for a form that the business has fetched. */
import type { Schemas } from "#generated/insurance/contract.ts";
import { notFound, Problem } from "#src/http/problem.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import type { Schemas as Insurer } from "../insurers/protocol.ts";
import { listFieldOptions } from "../insurers/remote-options.ts";
import { type Tenant, tenantOf } from "../tenant.ts";
import type { FormName } from "./fetched-forms.ts";
import { remoteField } from "./form-fields.ts";

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
