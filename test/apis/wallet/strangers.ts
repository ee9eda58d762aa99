/** Callers whom no operation of the wallet lets in: their token is forged, or it and the credentials beside it are no integrator's. */
import { revokeIntegrator } from "#src/apis/wallet/integrators.ts";
import type { Wallet, WalletServer } from "#test/builders/wallet.ts";
import { forgedTokens } from "#test/support/forged-tokens.ts";
import { strangersToOperators } from "#test/support/personal-tokens.ts";
import type { Plan, Stranger } from "../../../scripts/contract-runner/plan.ts";
import { type Draft, withHeaders } from "../../../scripts/contract-runner/request.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

const ofOperators = new Set([
  "listIntegrators",
  "listBookAccounts",
  "listBookPostings",
  "getTransferEntries",
  "proveBooks",
]);

/** As `wallet-credentials` and HTTP Basic have them. */
function wrongCredentials({ consumerKey, consumerSecret }: Wallet, other: Wallet): Record<string, string> {
  return {
    "a wrong secret": base64(`${consumerKey}:${consumerSecret.slice(0, -4)}AAAA`),
    "another's secret": base64(`${consumerKey}:${other.consumerSecret}`),
    "no secret": base64(`${consumerKey}:`),
    "an unknown key": base64(`ck_${"0".repeat(24)}:${consumerSecret}`),
    "a key without a colon": base64(consumerKey),
    "a NUL": base64("ck\0:x"),
    "no base64": "%%",
    "too much": base64(`${"k".repeat(600)}:x`),
  };
}

export function strangersTo(server: WalletServer): NonNullable<Plan["strangers"]> {
  const withToken = (draft: Draft, token: string, credentials: string): Draft => ({
    ...withHeaders(draft, { authorization: `Bearer ${token}` }),
    query: { ...draft.query, "wallet-credentials": credentials },
  });
  const withBasic = (draft: Draft, credentials: string) =>
    withHeaders(draft, { authorization: `Basic ${credentials}` });

  async function prepared() {
    const [own, other, revoked] = [await server.aWallet(), await server.aWallet("Other"), await server.aWallet("Gone")];
    await revokeIntegrator(await server.database.operator(), revoked.integrator.id);
    const forged = await forgedTokens(server.masterKey, "wallet", own.token);
    return { own, other, revoked, forged, wrong: wrongCredentials(own, other) };
  }
  let preparing: ReturnType<typeof prepared> | undefined;

  return async (draft, { operationId }) => {
    if (ofOperators.has(operationId)) return strangersToOperators(server.database, draft);
    preparing ??= prepared();
    const { own, other, revoked, forged, wrong } = await preparing;
    const drafts =
      operationId === "issueToken"
        ? [
            ...Object.entries(wrong).map(([who, credentials]) => [who, withBasic(draft, credentials)] as const),
            ["a revoked key", withBasic(draft, revoked.credentials)] as const,
            ["a token", withHeaders(draft, { authorization: `Bearer ${own.token}` })] as const,
          ]
        : [
            ...Object.entries(forged).map(([who, token]) => [who, withToken(draft, token, own.credentials)] as const),
            ...Object.entries(wrong).map(([who, given]) => [who, withToken(draft, own.token, given)] as const),
            ["another's token", withToken(draft, other.token, own.credentials)] as const,
            ["another's credentials", withToken(draft, own.token, other.credentials)] as const,
            ["whoever was revoked", withToken(draft, revoked.token, revoked.credentials)] as const,
            ["credentials alone", withBasic(draft, own.credentials)] as const,
            [
              "credentials in the query alone",
              { ...draft, query: { ...draft.query, "wallet-credentials": own.credentials } },
            ] as const,
            ["a token alone", withHeaders(draft, { authorization: `Bearer ${own.token}` })] as const,
          ];
    return drafts.map(([who, theirs]): Stranger => ({ who, draft: theirs, status: 401 }));
  };
}
