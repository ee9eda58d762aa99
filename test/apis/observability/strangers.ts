/** Keys that get through to no operation, or only to those that ask for one of their scopes. */
import { type OperationObject, operationsOf } from "#src/contract/document.ts";
import { revokeApiKey, setApiKeyActive } from "#src/identity/api-keys.ts";
import { apiKeyEntity, businessEntity, projectEntity } from "#src/identity/entities.ts";
import { setProjectActive } from "#src/identity/projects.ts";
import { type Scope, scopes } from "#src/identity/scopes.ts";
import { aBusiness } from "#test/builders/identity.ts";
import { documentOf } from "#test/contract/support/plans.ts";
import type { Plan, Stranger } from "../../../scripts/contract-runner/plan.ts";
import { type Draft, withHeaders } from "../../../scripts/contract-runner/request.ts";
import type { ObservabilityServer } from "./operations/server.ts";

/** Of what goes on, a second is enough. */
export function forASecond(draft: Draft): Draft {
  return { ...draft, query: { ...draft.query, seconds: "1" } };
}

type Call = Pick<Stranger, "who" | "status"> & { readonly headers: Draft["headers"] };

const withKey = (key: string) => ({ "x-api-key": key });

/** Who is refused by every operation that takes an API key: 401, 403 and 404. */
async function refusedEverywhere(server: ObservabilityServer): Promise<Call[]> {
  const operator = await server.database.operator();
  const [id = "", secret = ""] = (await server.key()).key.split(":");
  const [revoked, inactive, sleeping] = [await server.key(), await server.key(), await server.key()];
  await revokeApiKey(operator, revoked.keyId);
  await setApiKeyActive(operator, inactive.keyId, false);
  if (sleeping.project === null) throw new Error("no project");
  await setProjectActive(operator, sleeping.project, false);
  const homeless = await server.key({ owner: { business: await aBusiness(server.database), project: null } });
  return [
    ...["garbage", "sk_test_1:2", ":", "sk_live_"].map(
      (key): Call => ({ who: `the key ${key}`, headers: withKey(key), status: 401 }),
    ),
    { who: "a bearer of garbage", headers: { authorization: "Bearer garbage" }, status: 401 },
    { who: "a wrong secret", headers: withKey(`${id}:${secret.slice(0, -4)}AAAA`), status: 401 },
    { who: "an unknown key", headers: withKey(`sk_test_${"0".repeat(24)}:${secret}`), status: 401 },
    { who: "a revoked key", headers: withKey(revoked.key), status: 401 },
    { who: "a key that is switched off", headers: withKey(inactive.key), status: 403 },
    { who: "the key of a project that is switched off", headers: withKey(sleeping.key), status: 404 },
    { who: "a key of no project", headers: withKey(homeless.key), status: 404 },
  ];
}

/** Any one of these scopes is enough for the operation; null where it takes no API keys. */
function scopesOf({ security }: OperationObject): readonly Scope[] | null {
  const asked = (security ?? []).flatMap(({ ApiKey: wanted }) => (wanted === undefined ? [] : [wanted]));
  return asked.length === 0 ? null : (asked.flat() as readonly Scope[]);
}

interface Listing {
  readonly [name: string]: readonly unknown[];
}
type Data<T> = { readonly data: T };
const items = (body: Listing) => body.items ?? [];
const data = (body: Data<readonly unknown[]>) => body.data;
const result = (body: Data<Listing>) => body.data.result ?? [];

/** What each list holds of its project alone. */
export const lists = {
  ...{ listEvents: items, listLogs: items, listIssues: items, listArtifacts: items },
  listSymbolUploads: (body: Listing) => body.uploads ?? [],
  getServiceMap: (body: Listing) => body.services ?? [],
  ...{ listServices: data, listServiceOperations: data, listDependencies: data, findTraces: data },
  ...{ queryMetrics: result, queryMetricsRange: result },
  listRules: (body: Data<Listing>) => body.data.groups ?? [],
  listAlerts: (body: Data<Listing>) => body.data.alerts ?? [],
} satisfies Plan["lists"];

/** Of other operations a 404 is about the project. */
const ofOneRecord = /^(?:getEvent|getTrace|complete|(?:get|update|merge|split)Issue|listIssueEvents)/;

/** Another project, and the same project's live environment, each with every scope. */
export function foreignersTo(server: ObservabilityServer): NonNullable<Plan["foreigners"]> {
  let theirs: Promise<string> | undefined;
  return async (draft, { operationId }) => {
    if (!ofOneRecord.test(operationId) && !Object.hasOwn(lists, operationId)) return [];
    const { manager } = (await server.database.operator()).dataSource;
    const [keyId = ""] = (draft.headers["x-api-key"] ?? "").split(":");
    const { businessId, projectId } = await manager.findOneByOrFail(apiKeyEntity, { id: keyId });
    const business = await manager.findOneByOrFail(businessEntity, { id: businessId });
    const project = await manager.findOneByOrFail(projectEntity, { id: projectId ?? "" });
    const live = await server.key({ owner: { business, project }, environment: "live" });
    theirs ??= server.key().then(({ key }) => key);
    return [
      { who: "another project", draft: withHeaders(draft, withKey(await theirs)) },
      { who: "the project's live key", draft: withHeaders(draft, withKey(live.key)) },
    ];
  };
}

export function strangersTo(server: ObservabilityServer): NonNullable<Plan["strangers"]> {
  const operations = new Map(
    [...operationsOf(documentOf("observability"))].map(({ operation }) => [operation.operationId, operation]),
  );
  const keys = new Map<string, Promise<string>>();
  const keyWith = (wanted: readonly Scope[]) => {
    const name = wanted.join(" ");
    const key = keys.get(name) ?? server.key({ scopes: [...wanted] }).then((made) => made.key);
    keys.set(name, key);
    return key;
  };
  let everywhere: readonly Call[] | undefined;
  return async (draft, { operationId }) => {
    const operation = operations.get(operationId);
    const anyOf = operation === undefined ? null : scopesOf(operation);
    if (operation === undefined || anyOf === null) return [];
    everywhere ??= await refusedEverywhere(server);
    const calls = everywhere.filter(({ status }) => Object.hasOwn(operation.responses, status));
    if (anyOf.length > 0) {
      const others = scopes.filter((scope) => !anyOf.includes(scope));
      calls.push({ who: "a key with every other scope", headers: withKey(await keyWith(others)), status: 403 });
    }
    for (const scope of anyOf)
      calls.push({ who: `a key with ${scope} alone`, headers: withKey(await keyWith([scope])), status: "through" });
    const asked = operationId.startsWith("tail") ? forASecond(draft) : draft;
    return calls.map(({ headers, ...call }) => ({ ...call, draft: withHeaders(asked, headers) }));
  };
}
