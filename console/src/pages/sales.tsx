/** Quotes, purchases and policies of the insurance API: lists, and one record by its ids. */
import type { JSX } from "preact";
import type { components } from "../../../generated/insurance/types.ts";
import { go } from "../address.ts";
import { homeOf, type Scope, useApis, useScope } from "../session.ts";
import { Await, More, useLoad, usePages } from "../ui/loading.tsx";
import { Empty, Facts, Heading, Scrolled, shown, Time } from "../ui/parts.tsx";

const kinds = { policies: "Policies", purchases: "Purchases", quotes: "Quotes" } as const;
type Kind = keyof typeof kinds;

interface Row {
  readonly provider: string;
  readonly id: string;
  readonly at: string;
  readonly state: string;
  readonly what: string;
  readonly amount: Money;
}

type Money = components["schemas"]["Money"];

export function Sales({
  url,
  rest: [kind, provider, id],
}: {
  readonly url: URL;
  readonly rest: readonly string[];
}): JSX.Element {
  const chosen = isKind(kind) ? kind : "policies";
  if (provider !== undefined && id !== undefined)
    return <One key={`${chosen} ${provider} ${id}`} kind={chosen} provider={provider} id={id} />;
  return <List key={chosen} url={url} kind={chosen} />;
}

function isKind(text: string | undefined): text is Kind {
  return text !== undefined && Object.hasOwn(kinds, text);
}

function List({ url, kind }: { readonly url: URL; readonly kind: Kind }): JSX.Element {
  const scope = useScope();
  const { insurance } = useApis();
  const rows = usePages<Row>(
    async (cursor, signal) => {
      const asked = { query: { cursor }, signal };
      switch (kind) {
        case "policies": {
          const { items, pagination } = await insurance.get("/api/v1/policies", asked);
          return {
            nextCursor: pagination.nextCursor,
            items: items.map((item) => ({
              ...{ provider: item.providerId, id: item.policyId, at: item.createdAt, state: item.status },
              ...{ what: `${item.policy.policyNumber}, ${item.policy.holder}`, amount: item.policy.premium },
            })),
          };
        }
        case "purchases": {
          const { items, pagination } = await insurance.get("/api/v1/purchases", asked);
          return {
            nextCursor: pagination.nextCursor,
            items: items.map((item) => ({
              ...{ provider: item.providerId, id: item.purchaseId, at: item.createdAt, state: item.status },
              ...{ what: item.productId, amount: item.payment },
            })),
          };
        }
        case "quotes": {
          const { items, pagination } = await insurance.get("/api/v1/quotes", asked);
          return {
            nextCursor: pagination.nextCursor,
            items: items.map((item) => ({
              ...{ provider: item.providerId, id: item.quoteId, at: item.createdAt, state: item.status },
              ...{ what: item.productId, amount: item.total },
            })),
          };
        }
      }
    },
    [insurance, url.search],
  );
  return (
    <>
      <Heading name={kinds[kind]} />
      <nav class="tabs" aria-label="Records">
        {Object.entries(kinds).map(([name, title]) => (
          <a key={name} href={`${homeOf(scope)}/sales/${name}`} aria-current={name === kind ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <LookUp kind={kind} scope={scope} />
      <Await from={rows}>
        {(items) =>
          items.length === 0 ? (
            <Empty>
              There are none in {scope.environment} data. <a href="/docs/guides/insurance">How one comes about</a>
            </Empty>
          ) : (
            <>
              <Scrolled name={kinds[kind]}>
                <table>
                  <thead>
                    <tr>
                      <th>Made</th>
                      <th>State</th>
                      <th class="long">What</th>
                      <th>Insurer</th>
                      <th>Id</th>
                      <th class="number">Amount</th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map((row) => (
                      <tr key={`${row.provider} ${row.id}`}>
                        <td>
                          <Time at={row.at} />
                        </td>
                        <td>
                          <span class="tag">{row.state.toLowerCase()}</span>
                        </td>
                        <td class="long">{row.what}</td>
                        <td>{row.provider}</td>
                        <td>
                          <a href={recordOf(scope, kind, row.provider, row.id)}>{row.id}</a>
                        </td>
                        <td class="number">{money(row.amount)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
              <More pages={rows} />
            </>
          )
        }
      </Await>
    </>
  );
}

function recordOf(scope: Scope, kind: Kind, provider: string, id: string): string {
  return `${homeOf(scope)}/sales/${kind}/${encodeURIComponent(provider)}/${encodeURIComponent(id)}`;
}

function LookUp({ kind, scope }: { readonly kind: Kind; readonly scope: Scope }): JSX.Element {
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const [provider, id] = [String(form.get("provider")).trim(), String(form.get("id")).trim()];
        if (provider !== "" && id !== "") go(recordOf(scope, kind, provider, id));
      }}
    >
      <label>
        Insurer
        <input name="provider" required maxLength={200} autocomplete="off" />
      </label>
      <label class="wide">
        Id
        <input name="id" required maxLength={200} autocomplete="off" />
      </label>
      <button type="submit">Look up</button>
    </form>
  );
}

/** Minor units of currencies with two places, as all that are sold in have. */
function money({ amountMinor, currency }: Money): string {
  return `${(amountMinor / 100).toLocaleString(undefined, { minimumFractionDigits: 2 })} ${currency}`;
}

function One({
  kind,
  provider,
  id,
}: {
  readonly kind: Kind;
  readonly provider: string;
  readonly id: string;
}): JSX.Element {
  const scope = useScope();
  const { insurance } = useApis();
  const record = useLoad(
    async (signal): Promise<object> => {
      switch (kind) {
        case "policies":
          return insurance.get("/api/v1/policies/{providerId}/{policyId}", {
            path: { providerId: provider, policyId: id },
            signal,
          });
        case "purchases":
          return insurance.get("/api/v1/purchases/{providerId}/{purchaseId}", {
            path: { providerId: provider, purchaseId: id },
            signal,
          });
        case "quotes":
          return insurance.get("/api/v1/quotes/{providerId}/{quoteId}", {
            path: { providerId: provider, quoteId: id },
            signal,
          });
      }
    },
    [insurance, kind, provider, id],
  );
  return (
    <>
      <p>
        <a href={`${homeOf(scope)}/sales/${kind}`}>{kinds[kind]}</a>
      </p>
      <Heading name={`${kinds[kind].replace(/ies$/, "y").replace(/s$/, "")} ${id}`} />
      <Await from={record}>
        {(found) => {
          // Some answers hold the record under its name.
          const entries = Object.entries(found);
          const [only] = entries;
          const inside =
            entries.length === 1 && typeof only?.[1] === "object" && only[1] !== null
              ? Object.entries(only[1])
              : entries;
          return (
            <Facts
              of={inside.map(([name, value]) => [
                name,
                /At$/.test(name) && typeof value === "string" ? <Time key={name} at={value} /> : shown(value),
              ])}
            />
          );
        }}
      </Await>
    </>
  );
}
