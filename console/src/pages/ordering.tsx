/** Vendors, and orders on their way: for operators of the installation. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { components } from "../../../generated/ordering/types.ts";
import { orderingApi } from "../session.ts";
import { Await, More, type PagesLoaded, shownOf, usePages } from "../ui/loading.tsx";
import { Empty, Heading, Scrolled, Time } from "../ui/parts.tsx";

type Vendor = components["schemas"]["SeenVendor"];
type Order = components["schemas"]["SeenOrder"];

/** Between two looks at what moves (milliseconds). */
const lookMs = 5_000;
const over = new Set(["DELIVERED", "CANCELLED", "FAILED", "RETURNED"]);

export function Ordering({ url }: { readonly url: URL }): JSX.Element {
  const [following, setFollowing] = useState(true);
  const vendors = usePages<Vendor>(
    (cursor, signal) => orderingApi.get("/api/v1/operators/vendors", { query: { limit: 200, cursor }, signal }),
    [],
  );
  const orders = usePages<Order>(
    (cursor, signal) => orderingApi.get("/api/v1/operators/orders", { query: { limit: 50, cursor }, signal }),
    [],
  );
  // A look shows the newest orders alone.
  const paused = orders.extended || orders.busy;
  useEffect(() => {
    if (!following || paused) return;
    const timer = setInterval(() => {
      if (!document.hidden) orders.look();
    }, lookMs);
    return () => clearInterval(timer);
  }, [following, paused]);
  const chosen = url.searchParams.get("vendor");
  return (
    <>
      <Heading name="Ordering" />
      <p class="line">
        <label>
          <input
            type="checkbox"
            checked={following}
            onChange={({ currentTarget }) => setFollowing(currentTarget.checked)}
          />{" "}
          Look again every five seconds
        </label>
        {following && orders.extended && (
          <>
            <span class="quiet">This waits while older orders are shown.</span>
            <button type="button" onClick={orders.look}>
              Only the newest
            </button>
          </>
        )}
      </p>
      <Await from={vendors}>
        {(all) =>
          all.length === 0 ? (
            <Empty>
              <p>There is no vendor yet. Operators add them:</p>
              <pre>bin/accord ordering --help</pre>
            </Empty>
          ) : (
            <>
              <Places vendors={all} orders={shownOf(orders.loaded) ?? []} chosen={chosen} />
              <More pages={vendors} />
            </>
          )
        }
      </Await>
      <h2>Orders</h2>
      <Await from={orders}>
        {(all) => (all.length === 0 ? <Empty>Nobody has ordered yet.</Empty> : <Orders orders={all} pages={orders} />)}
      </Await>
    </>
  );
}

function Orders({ orders, pages }: { readonly orders: readonly Order[]; readonly pages: PagesLoaded<Order> }) {
  return (
    <>
      <Scrolled name="Orders">
        <table>
          <thead>
            <tr>
              <th>Order</th>
              <th>Made</th>
              <th>State</th>
              <th>Delivery</th>
              <th>Since</th>
              <th>Total</th>
            </tr>
          </thead>
          <tbody>
            {orders.map(({ orderId, createdAt, status, delivery, total, currency }) => (
              <tr key={orderId}>
                <td>
                  <code>{orderId}</code>
                </td>
                <td>
                  <Time at={createdAt} />
                </td>
                <td>
                  <span class={`tag ${status === "PAID" ? "good" : status === "CANCELLED" ? "bad" : "warn"}`}>
                    {words(status)}
                  </span>
                </td>
                <td>{delivery === null ? "none" : words(delivery.status)}</td>
                <td>{delivery !== null && <Time at={delivery.updatedAt} />}</td>
                <td>
                  {(total / 100).toFixed(2)} {currency}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <More pages={pages} />
    </>
  );
}

function words(status: string): string {
  return status.toLowerCase().replaceAll("_", " ");
}

interface PlacesProps {
  readonly vendors: readonly Vendor[];
  readonly orders: readonly Order[];
  readonly chosen: string | null;
}

const [width, height, margin] = [720, 420, 28];

/** Positions alone, true to scale, north above: no tiles are fetched from anybody. */
function Places({ vendors, orders, chosen }: PlacesProps): JSX.Element {
  const moving = orders.filter(({ delivery }) => delivery !== null && !over.has(delivery.status));
  const places = [...vendors, ...moving];
  const latitudes = places.map(({ latitude }) => latitude);
  const longitudes = places.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  // A degree of longitude is shorter away from the equator.
  const shrink = Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const scale = Math.min(
    (width - 2 * margin) / Math.max(0.001, (east - west) * shrink),
    (height - 2 * margin) / Math.max(0.001, north - south),
  );
  const x = (longitude: number) => width / 2 + (longitude - (west + east) / 2) * shrink * scale;
  const y = (latitude: number) => height / 2 - (latitude - (south + north) / 2) * scale;
  const byId = Object.fromEntries(vendors.map((vendor) => [vendor.vendorId, vendor]));
  // Metres of a bar of at most 160 units, in a round number.
  const metres = 10 ** Math.floor(Math.log10((160 / scale) * 111_320));
  const bar = (metres / 111_320) * scale;
  return (
    <figure class="map">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Vendors and deliveries on their way">
        {moving.map(({ orderId, vendorId, latitude, longitude }) => {
          const from = byId[vendorId];
          return (
            from !== undefined && (
              <line
                key={orderId}
                class="way"
                x1={x(from.longitude)}
                y1={y(from.latitude)}
                x2={x(longitude)}
                y2={y(latitude)}
              />
            )
          );
        })}
        {vendors.map(({ vendorId, name, approved, latitude, longitude }) => (
          <circle
            key={vendorId}
            class={`vendor ${approved ? "" : "hidden-one"} ${chosen === vendorId ? "chosen" : ""}`}
            cx={x(longitude)}
            cy={y(latitude)}
            r={chosen === vendorId ? 9 : 6}
          >
            <title>{approved ? name : `${name}, not approved`}</title>
          </circle>
        ))}
        {moving.map(({ orderId, latitude, longitude, delivery }) => (
          <rect
            key={orderId}
            class={`goal ${delivery?.status === "IN_TRANSIT" ? "moving" : ""}`}
            x={x(longitude) - 5}
            y={y(latitude) - 5}
            width={10}
            height={10}
          >
            <title>{`${orderId}, ${words(delivery?.status ?? "")}`}</title>
          </rect>
        ))}
        <line class="scale" x1={margin} y1={height - 12} x2={margin + bar} y2={height - 12} />
        <text x={margin + bar + 8} y={height - 8}>
          {metres >= 1_000 ? `${metres / 1_000} km` : `${metres} m`}
        </text>
      </svg>
      <figcaption class="quiet">
        {vendors.length} vendors (round), {moving.length} deliveries on their way (square, where they go). North is
        above.
      </figcaption>
    </figure>
  );
}
