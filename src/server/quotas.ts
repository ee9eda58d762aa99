import type { ApiDependencies } from "#src/apis/api-module.ts";
import { type ApiName, apiModule } from "#src/apis/index.ts";
import type { QuotaUse, ReadQuotas } from "#src/identity/quota-use.ts";

/** A function that reads the quotas of an owner in these APIs, in the order of the APIs. */
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
