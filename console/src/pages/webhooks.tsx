/** Where events of the insurance API are sent, and whether they arrived. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { components } from "../../../generated/insurance/types.ts";
import { homeOf, useApis, useScope } from "../session.ts";
import { Await, Failure, More, useLoad, usePages } from "../ui/loading.tsx";
import { Empty, Facts, Heading, Scrolled, Time } from "../ui/parts.tsx";

type Delivery = components["schemas"]["Delivery"];

export function Webhooks({ url, rest: [id] }: { readonly url: URL; readonly rest: readonly string[] }): JSX.Element {
  return id === undefined ? <Overview url={url} /> : <DeliveryShown key={id} deliveryId={id} />;
}

function Overview({ url }: { readonly url: URL }): JSX.Element {
  const scope = useScope();
  const { insurance } = useApis();
  const endpoints = useLoad(
    (signal) => insurance.get("/api/v1/webhook-endpoints", { signal }),
    [insurance, url.search],
  );
  const deliveries = usePages<Delivery>(
    async (cursor, signal) => {
      const { items, pagination } = await insurance.get("/api/v1/webhooks/deliveries", { query: { cursor }, signal });
      return { items, nextCursor: pagination.nextCursor };
    },
    [insurance, url.search],
  );
  return (
    <>
      <Heading name="Webhooks" />
      <h2>Endpoints</h2>
      <Await from={endpoints}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>
              No endpoint is registered for {scope.environment} data.{" "}
              <a href="/docs/guides/webhooks">How to write one</a>
            </Empty>
          ) : (
            <Scrolled name="Endpoints">
              <table>
                <thead>
                  <tr>
                    <th class="long">Address</th>
                    <th>State</th>
                    <th>Failing since</th>
                    <th class="long">Events</th>
                    <th>Made</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((endpoint) => (
                    <tr key={endpoint.endpointId}>
                      <td class="long">
                        {endpoint.url}
                        <div class="quiet">{endpoint.description}</div>
                      </td>
                      <td>
                        <span class={`tag ${endpoint.enabled ? "good" : "bad"}`}>
                          {endpoint.enabled ? "enabled" : `disabled: ${endpoint.disabledReason?.toLowerCase()}`}
                        </span>
                      </td>
                      <td>{endpoint.failingSince !== null && <Time at={endpoint.failingSince} />}</td>
                      <td class="long">{endpoint.events.join(", ")}</td>
                      <td>
                        <Time at={endpoint.createdAt} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scrolled>
          )
        }
      </Await>
      <h2>Deliveries</h2>
      <Await from={deliveries}>
        {(items) =>
          items.length === 0 ? (
            <Empty>
              Nothing was sent yet. Events are sent once there is an endpoint for them and something happens.
            </Empty>
          ) : (
            <>
              <Scrolled name="Deliveries">
                <table>
                  <thead>
                    <tr>
                      <th>Made</th>
                      <th>State</th>
                      <th>Event</th>
                      <th class="number">Attempts</th>
                      <th>Next</th>
                      <th class="long">Last failure</th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map((delivery) => (
                      <tr key={delivery.deliveryId}>
                        <td>
                          <Time at={delivery.createdAt} />
                        </td>
                        <td>
                          <State of={delivery} />
                        </td>
                        <td>
                          <a href={`${homeOf(scope)}/webhooks/${delivery.deliveryId}`}>{delivery.eventType}</a>
                        </td>
                        <td class="number">{delivery.attempt}</td>
                        <td>{delivery.nextAttemptAt !== null && <Time at={delivery.nextAttemptAt} />}</td>
                        <td class="long">{failureOf(delivery)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
              <More pages={deliveries} />
            </>
          )
        }
      </Await>
    </>
  );
}

function State({ of: { status } }: { readonly of: Delivery }): JSX.Element {
  return (
    <span class={`tag ${{ SUCCEEDED: "good", PENDING: "", FAILED: "warn", DEAD: "bad" }[status]}`}>
      {status.toLowerCase()}
    </span>
  );
}

function failureOf({ lastFailure }: Delivery): string {
  if (lastFailure === null) return "";
  return [lastFailure.httpStatus, lastFailure.reason].filter((part) => part !== null).join(" ");
}

function DeliveryShown({ deliveryId }: { readonly deliveryId: string }): JSX.Element {
  const scope = useScope();
  const { insurance } = useApis();
  const [failure, setFailure] = useState<unknown>(null);
  const details = useLoad(
    (signal) => insurance.get("/api/v1/webhooks/deliveries/{deliveryId}", { path: { deliveryId }, signal }),
    [insurance, deliveryId],
  );
  const resend = () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    insurance
      .post("/api/v1/webhooks/deliveries/{deliveryId}/retry", { path: { deliveryId }, headers })
      .then(details.again, setFailure);
  };
  return (
    <>
      <p>
        <a href={`${homeOf(scope)}/webhooks`}>Webhooks</a>
      </p>
      <Await from={details}>
        {({ delivery }) => (
          <>
            <Heading name={delivery.eventType} />
            <p class="line">
              <State of={delivery} /> <Time at={delivery.createdAt} />
              {scope.business.role !== "viewer" && (
                <button type="button" onClick={resend}>
                  Send it again
                </button>
              )}
              <button type="button" onClick={details.again}>
                Look again
              </button>
            </p>
            {failure !== null && <Failure error={failure} />}
            <Facts
              of={[
                ["To", delivery.endpoint.url],
                ["Attempts", delivery.attempt],
                ["Next attempt", delivery.nextAttemptAt && <Time key="next" at={delivery.nextAttemptAt} />],
                ["Last failure", failureOf(delivery)],
                ["Failed at", delivery.lastFailure && <Time key="at" at={delivery.lastFailure.at} />],
                ["Delivery", delivery.deliveryId],
                ["Event", delivery.eventId],
              ]}
            />
            <h2>What is sent</h2>
            <pre>{indented(delivery.payload)}</pre>
          </>
        )}
      </Await>
    </>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
