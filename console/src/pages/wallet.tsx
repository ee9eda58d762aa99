/** The books of the wallet: for operators of the installation. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { components } from "../../../generated/wallet/types.ts";
import { setQuery } from "../address.ts";
import { Refusal } from "../client.ts";
import { walletApi } from "../session.ts";
import { Await, Failure, useLoad } from "../ui/loading.tsx";
import { Empty, Facts, Heading, Scrolled, Time } from "../ui/parts.tsx";

type Schemas = components["schemas"];
type Proof = NonNullable<Schemas["ProofResultData"]>;

const home = "/console/-/wallet";
const tone: Readonly<Record<string, string>> = { SETTLED: "good", FAILED: "bad", REVERSED: "warn", PENDING: "" };

/** The data of an answer, or what it says instead. */
function given<T>({ message, data }: { readonly message: string; readonly data: T | null }): T {
  if (data === null) throw new Refusal(200, "", message, "", null);
  return data;
}

export function Wallet({ url, rest }: { readonly url: URL; readonly rest: readonly string[] }): JSX.Element {
  const [integratorId, what, name] = rest;
  if (integratorId === undefined) return <Integrators url={url} />;
  if (what === "accounts" && name !== undefined)
    return <Statement url={url} integratorId={integratorId} accountNo={name} />;
  if (what === "transfers" && name !== undefined) return <Transfer integratorId={integratorId} reference={name} />;
  return <Accounts url={url} integratorId={integratorId} />;
}

function Integrators({ url }: { readonly url: URL }): JSX.Element {
  const page = url.searchParams.get("page") ?? "0";
  const integrators = useLoad(
    async (signal) => given(await walletApi.get("/operators/integrators", { query: { page, size: "50" }, signal })),
    [page],
  );
  return (
    <>
      <Heading name="Wallet" />
      <p class="quiet">Who keeps accounts here, each with books of their own.</p>
      <Await from={integrators}>
        {({ content, pageInfo }) =>
          content.length === 0 ? (
            <Empty>
              <p>There is no integrator yet. Make one:</p>
              <pre>bin/accord wallet integrator "Acme"</pre>
            </Empty>
          ) : (
            <>
              <Scrolled name="Integrators">
                <table>
                  <thead>
                    <tr>
                      <th>Integrator</th>
                      <th>Pool account</th>
                      <th>State</th>
                      <th>Made</th>
                    </tr>
                  </thead>
                  <tbody>
                    {content.map(({ id, name, poolAccountNo, onboardedAt, revokedAt, createdAt }) => (
                      <tr key={id}>
                        <td>
                          <a href={`${home}/${id}`}>{name}</a>
                        </td>
                        <td>
                          <a href={`${home}/${id}/accounts/${poolAccountNo}`}>{poolAccountNo}</a>
                        </td>
                        <td>
                          <span class={`tag ${revokedAt !== null ? "bad" : onboardedAt === null ? "warn" : "good"}`}>
                            {revokedAt !== null ? "revoked" : onboardedAt === null ? "not onboarded" : "onboarded"}
                          </span>
                        </td>
                        <td>
                          <Time at={createdAt} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
              <Turn pageInfo={pageInfo} />
            </>
          )
        }
      </Await>
    </>
  );
}

function Accounts({ url, integratorId }: { readonly url: URL; readonly integratorId: string }): JSX.Element {
  const page = url.searchParams.get("page") ?? "0";
  const accounts = useLoad(
    async (signal) =>
      given(await walletApi.get("/operators/accounts", { query: { integratorId, page, size: "50" }, signal })),
    [integratorId, page],
  );
  return (
    <>
      <Heading name="Accounts" />
      <p class="quiet">
        The books of one integrator. <a href={home}>All integrators</a>
      </p>
      <ProofOf integratorId={integratorId} />
      <Await from={accounts}>
        {({ content, pageInfo }) =>
          content.length === 0 ? (
            <Empty>There is no account in these books.</Empty>
          ) : (
            <>
              <Scrolled name="Accounts">
                <table>
                  <thead>
                    <tr>
                      <th>Account</th>
                      <th>Of</th>
                      <th>Kind</th>
                      <th>Balance</th>
                      <th>Held</th>
                    </tr>
                  </thead>
                  <tbody>
                    {content.map((account) => (
                      <tr key={account.accountNo}>
                        <td>
                          <a href={`${home}/${integratorId}/accounts/${account.accountNo}`}>{account.accountNo}</a>
                        </td>
                        <td class="wraps">{account.name}</td>
                        <td>{account.kind}</td>
                        <td>
                          {account.balance} {account.currency}
                        </td>
                        <td>{account.held}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
              <Turn pageInfo={pageInfo} />
            </>
          )
        }
      </Await>
    </>
  );
}

interface StatementProps {
  readonly url: URL;
  readonly integratorId: string;
  readonly accountNo: string;
}

function Statement({ url, integratorId, accountNo }: StatementProps): JSX.Element {
  const page = url.searchParams.get("page") ?? "0";
  const postings = useLoad(
    async (signal) =>
      given(
        await walletApi.get("/operators/postings", { query: { integratorId, accountNo, page, size: "50" }, signal }),
      ),
    [integratorId, accountNo, page],
  );
  return (
    <>
      <Heading name={`Account ${accountNo}`} />
      <p class="quiet">
        What was posted, the newest first. <a href={`${home}/${integratorId}`}>Accounts of this integrator</a>
      </p>
      <Await from={postings}>
        {({ content, pageInfo }) =>
          content.length === 0 ? (
            <Empty>Nothing was posted to this account yet.</Empty>
          ) : (
            <>
              <Scrolled name="Statement">
                <table>
                  <thead>
                    <tr>
                      <th>Time</th>
                      <th>Transfer</th>
                      <th>With</th>
                      <th>Remark</th>
                      <th>Amount</th>
                      <th>Balance</th>
                    </tr>
                  </thead>
                  <tbody>
                    {content.map((posting) => (
                      <tr key={`${posting.reference} ${posting.side} ${posting.reversal} ${posting.balance}`}>
                        <td>
                          <Time at={posting.postedAt} />
                        </td>
                        <td>
                          <a href={`${home}/${integratorId}/transfers/${encodeURIComponent(posting.reference)}`}>
                            {posting.reference}
                          </a>{" "}
                          {posting.reversal && <span class="tag warn">taken back</span>}
                        </td>
                        <td>{posting.otherAccountNo}</td>
                        <td class="wraps">{posting.remark}</td>
                        <td>
                          {posting.side === "debit" ? "−" : "+"}
                          {posting.amount}
                        </td>
                        <td>{posting.balance}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
              <Turn pageInfo={pageInfo} />
            </>
          )
        }
      </Await>
    </>
  );
}

function Transfer({ integratorId, reference }: { readonly integratorId: string; readonly reference: string }) {
  const transfer = useLoad(
    async (signal) => given(await walletApi.get("/operators/transfer", { query: { integratorId, reference }, signal })),
    [integratorId, reference],
  );
  const account = (accountNo: string) => <a href={`${home}/${integratorId}/accounts/${accountNo}`}>{accountNo}</a>;
  return (
    <>
      <Heading name={`Transfer ${reference}`} />
      <Await from={transfer}>
        {({ status, kind, amount, payer, payee, remark, sessionId, createdAt, entries }) => (
          <>
            <Facts
              of={[
                ["State", <span class={`tag ${tone[status] ?? ""}`}>{status}</span>],
                ["Kind", kind],
                ["Amount", amount],
                ["From", payer],
                ["To", payee],
                ["Remark", remark],
                ["Session", sessionId],
                ["Asked for", <Time at={createdAt} />],
              ]}
            />
            <h2>Entries</h2>
            {entries.length === 0 ? (
              <Empty>Nothing was posted: the money was not moved{status === "PENDING" ? " yet" : ""}.</Empty>
            ) : (
              <Scrolled name="Entries">
                <table>
                  <thead>
                    <tr>
                      <th>Time</th>
                      <th>Debit</th>
                      <th>Balance</th>
                      <th>Credit</th>
                      <th>Balance</th>
                      <th>Amount</th>
                    </tr>
                  </thead>
                  <tbody>
                    {entries.map((entry) => (
                      <tr key={`${entry.debitAccountNo} ${entry.creditAccountNo} ${entry.reversal}`}>
                        <td>
                          <Time at={entry.postedAt} /> {entry.reversal && <span class="tag warn">taken back</span>}
                        </td>
                        <td>{account(entry.debitAccountNo)}</td>
                        <td>{entry.debitBalance}</td>
                        <td>{account(entry.creditAccountNo)}</td>
                        <td>{entry.creditBalance}</td>
                        <td>{entry.amount}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
            )}
          </>
        )}
      </Await>
    </>
  );
}

function ProofOf({ integratorId }: { readonly integratorId: string }): JSX.Element {
  const [proof, setProof] = useState<Proof | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const prove = () => {
    setBusy(true);
    setFailure(null);
    walletApi
      .get("/operators/proof", { query: { integratorId } })
      .then((answer) => setProof(given(answer)))
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  return (
    <section class="card">
      <p>
        <button type="button" class="first" disabled={busy} onClick={prove}>
          {busy ? "Proving …" : "Prove these books"}
        </button>{" "}
        <span class="quiet">Every balance, hold and transfer, from the postings alone.</span>
      </p>
      {failure !== null && <Failure error={failure} />}
      {proof !== null && (
        <div role="status">
          <p>
            {proof.accounts} accounts, {proof.postings} postings, {proof.transfers} transfers:{" "}
            <span class={`tag ${proof.differences.length === 0 ? "good" : "bad"}`}>
              {proof.differences.length === 0 ? "everything holds" : `${proof.differences.length} differences`}
            </span>
          </p>
          {proof.differences.length > 0 && (
            <ul>
              {proof.differences.map((difference) => (
                <li key={difference}>{difference}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}

function Turn({ pageInfo: { page, totalPages, totalElements } }: { readonly pageInfo: Schemas["PageInfo"] }) {
  const to = (next: number) => setQuery({ page: next === 0 ? undefined : String(next) });
  return (
    <p class="line">
      <button type="button" disabled={page === 0} onClick={() => to(page - 1)}>
        Back
      </button>
      <button type="button" disabled={page + 1 >= totalPages} onClick={() => to(page + 1)}>
        Further
      </button>
      <span class="quiet">
        Page {page + 1} of {Math.max(1, totalPages)}, {totalElements} in all
      </span>
    </p>
  );
}
