import type { ApiDependencies } from "#src/apis/api-module.ts";
import { type ApiName, apiModule } from "#src/apis/index.ts";
import type { QuotaUse, ReadQuotas } from "#src/identity/quota-use.ts";

/** Reads the quotas of these APIs, in their order. */
export function quotaReader(
  names: readonly ApiName[],
  dependencies: Pick<ApiDependencies, "database" | "config" | "now">,
): ReadQuotas {
  return async (owner) => {
    const read = async (name: ApiName): Promise<readonly QuotaUse[]> =>
      (await apiModule(name).quotas?.(dependencies, owner)) ?? [];
    return (await Promise.all(names.map(read))).flat();
  };
}
