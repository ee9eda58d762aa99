import type { JSX } from "preact";
import type { components } from "../../../generated/management/types.ts";
import { managementApi, useScope } from "../session.ts";
import { Await, More, usePages } from "../ui/loading.tsx";
import { Empty, Heading, Scrolled, shown, Time } from "../ui/parts.tsx";

type AuditEvent = components["schemas"]["AuditEvent"];

export function AuditLog({ url }: { readonly url: URL }): JSX.Element {
  const { business } = useScope();
  const events = usePages<AuditEvent>(
    (cursor, signal) =>
      managementApi.get("/v1/businesses/{businessId}/audit-events", {
        path: { businessId: business.id },
        query: { limit: 100, cursor },
        signal,
      }),
    [business.id, url.search],
  );
  return (
    <>
      <Heading name="Audit log" />
      <Await from={events}>
        {(all) =>
          all.length === 0 ? (
            <Empty>Nothing was done yet.</Empty>
          ) : (
            <>
              <Scrolled name="Audit log">
                <table>
                  <thead>
                    <tr>
                      <th>Time</th>
                      <th>What</th>
                      <th>By</th>
                      <th>On</th>
                      <th class="long">Details</th>
                    </tr>
                  </thead>
                  <tbody>
                    {all.map((event) => (
                      <tr key={event.id}>
                        <td>
                          <Time at={event.at} />
                        </td>
                        <td>{event.action}</td>
                        <td>{event.actorKind === "user" ? event.actor : `${event.actorKind} ${event.actor}`}</td>
                        <td>
                          <code>{event.subject}</code>
                        </td>
                        <td class="long">
                          {Object.entries(event.details)
                            .map(([name, value]) => `${name}=${shown(value)}`)
                            .join(" ")}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
              <More pages={events} />
            </>
          )
        }
      </Await>
    </>
  );
}
