/** How much of its quotas a business has used. */
import { notFound } from "#src/http/problem.ts";
import { projectOf } from "#src/identity/projects.ts";
import { type HandlersOf, requireRole } from "../callers.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function quotaHandlers({ database, quotas }: HandlerDependencies): HandlersOf<"Quotas"> {
  return {
    async listQuotas({ path: { businessId }, query: { environment, projectId = null } }, { identity }) {
      await requireRole(database, identity, businessId);
      if (projectId !== null && (await projectOf(database, businessId, projectId)) === null) throw notFound();
      return { status: 200, body: { items: [...(await quotas({ businessId, projectId, environment }))] } };
    },
  };
}
