/** How much of its quotas a business has used. */
import { notFound } from "#src/http/problem.ts";
import { projectOf } from "#src/identity/projects.ts";
import { type HandlersOf, requireRole } from "../callers.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function quotaHandlers({ database, quotas }: HandlerDependencies): HandlersOf<"Quotas"> {
  return {
    async listQuotas({ path, query: { environment, projectId = null } }, { identity }) {
      const { businessId } = await requireRole(database, identity, path.businessId);
      const project = projectId === null ? null : await projectOf(database, businessId, projectId);
      if (projectId !== null && project === null) throw notFound();
      const owner = { businessId, projectId: project?.id ?? null, environment };
      return { status: 200, body: { items: [...(await quotas(owner))] } };
    },
  };
}
