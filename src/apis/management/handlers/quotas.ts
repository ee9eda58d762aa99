/** How much of its quotas a business has used. */
import { projectOf } from "#src/identity/projects.ts";
import { type HandlersOf, requireRole } from "../callers.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function quotaHandlers({ database, quotas }: HandlerDependencies): HandlersOf<"Quotas"> {
  return {
    async listQuotas({ path, query: { environment, projectId = null } }, { identity }) {
      const { businessId } = await requireRole(database, identity, path.businessId);
      const project = await projectOf(database, businessId, projectId);
      const owner = { businessId, projectId: project?.id ?? null, environment };
      return { status: 200, body: { items: [...(await quotas(owner))] } };
    },
  };
}
