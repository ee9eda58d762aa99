import type { JSX } from "preact";
import type { components } from "../../../generated/management/types.ts";
import { managementApi, useScope } from "../session.ts";
import { Await, useLoad } from "../ui/loading.tsx";
import { bytes, Empty, Heading, Scrolled } from "../ui/parts.tsx";

type QuotaUse = components["schemas"]["QuotaUse"];

export function Quotas(): JSX.Element {
  const { business, project, environment } = useScope();
  const quotas = useLoad(
    (signal) =>
      managementApi.get("/v1/businesses/{businessId}/quotas", {
        path: { businessId: business.id },
        query: { environment, projectId: project?.id },
        signal,
      }),
    [business.id, project?.id, environment],
  );
  return (
    <>
      <Heading name="Quotas" />
      <p class="quiet">
        What the {environment} data of {project?.name ?? `${business.name} as a whole`} may use, and has used: in this
        minute or day, or in all.{" "}
        <button type="button" onClick={quotas.again}>
          Look again
        </button>
      </p>
      <Await from={quotas}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>There are no quotas to show here.</Empty>
          ) : (
            <Scrolled name="Quotas">
              <table>
                <thead>
                  <tr>
                    <th>Quota</th>
                    <th>API</th>
                    <th>Used</th>
                    <th>Of</th>
                    <th>Part</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((quota) => (
                    <tr key={`${quota.api} ${quota.name}`}>
                      <td>{quota.name}</td>
                      <td>{quota.api}</td>
                      <td>{amount(quota, quota.used)}</td>
                      <td>
                        {amount(quota, quota.limit)}
                        {quota.per !== null && ` a ${quota.per}`}
                      </td>
                      <td>
                        <Part of={quota} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scrolled>
          )
        }
      </Await>
    </>
  );
}

function amount({ unit }: QuotaUse, value: number): string {
  return unit === "bytes" ? bytes(value) : `${value.toLocaleString("en")} ${unit}`;
}

function Part({ of: { name, used, limit } }: { readonly of: QuotaUse }): JSX.Element {
  const part = Math.min(1, used / limit);
  return (
    <span class="line">
      <meter value={part} high={0.8} aria-label={`${name}, used`} />
      <span class={part >= 1 ? "tag bad" : part >= 0.8 ? "tag warn" : "quiet"}>{Math.floor(part * 100)} %</span>
    </span>
  );
}
