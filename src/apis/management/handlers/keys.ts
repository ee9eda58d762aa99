/** The API keys of a business. */
import type { Answers } from "#generated/management/contract.ts";
import { createApiKey, newestApiKeys, revokeApiKey } from "#src/identity/api-keys.ts";
import { businessById } from "#src/identity/businesses.ts";
import { actorOf } from "#src/identity/console-sessions.ts";
import type { ApiKey } from "#src/identity/entities.ts";
import { withLastUse } from "#src/identity/key-uses.ts";
import { projectOf } from "#src/identity/projects.ts";
import { type HandlersOf, requireRole } from "../callers.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function keyHandlers({ database, cursors, now }: HandlerDependencies): HandlersOf<"API keys"> {
  return {
    async listApiKeys({ path, query: { limit, cursor } }, { identity }) {
      const { businessId } = await requireRole(database, identity, path.businessId);
      const page = await cursors.page<ApiKey>({
        scope: { list: "API keys", businessId },
        limit,
        cursor,
        read: (after, take) =>
          newestApiKeys(
            database,
            businessId,
            after === null ? null : { createdAt: new Date(Number(after[0])), id: String(after[1]) },
            take,
          ),
        positionOf: ({ createdAt, id }) => [createdAt.getTime(), id],
      });
      return { status: 200, body: { ...page, items: (await withLastUse(database, page.items)).map(presentKey) } };
    },
    async createApiKey({ path, body }, { identity }) {
      const { businessId } = await requireRole(database, identity, path.businessId, "owner");
      const business = await businessById(database, businessId);
      const { projectId = null, environment, label = "" } = body;
      const project = await projectOf(database, businessId, projectId);
      const { scopes = project === null ? [] : ["ingest:write" as const] } = body;
      const wanted = { environment, scopes, label };
      const made = await createApiKey(
        database,
        { business, project },
        wanted,
        new Date(now()),
        actorOf(identity.person),
      );
      return { status: 201, body: { id: made.keyId, key: made.key } };
    },
    async revokeApiKey({ path }, { identity }) {
      const { businessId } = await requireRole(database, identity, path.businessId, "owner");
      const by = actorOf(identity.person);
      const key = await revokeApiKey(database, path.keyId, new Date(now()), { businessId, by });
      const [shown] = await withLastUse(database, [key]);
      return { status: 200, body: presentKey({ ...key, lastUsedAt: shown?.lastUsedAt ?? null }) };
    },
  };
}

function presentKey(key: ApiKey & { readonly lastUsedAt: Date | null }): Answers["ApiKey"] {
  const { id, projectId, environment, scopes, label, createdAt, lastUsedAt } = key;
  const state = key.revokedAt !== null ? "revoked" : key.active ? "active" : "inactive";
  return { id, projectId, environment, scopes, state, label, createdAt, lastUsedAt };
}
