/** How each operation of the wallet API gets to each of its documented statuses. */
import { integratorEntity } from "#src/apis/wallet/entities/integrator.ts";
import { aTransfer, type Wallet, WalletServer } from "#test/apis/wallet/operations/server.ts";
import { anOperatorToken } from "#test/support/personal-tokens.ts";
import { startTestServer } from "#test/support/server.ts";
import { withBudgetSpent } from "#test/support/spent-budget.ts";
import type { Bring, ContractPlan, Plan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, membersOf, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";
import { strangersTo } from "./strangers.ts";

const webhookUrl = "http://127.0.0.1:9/hook";

/** Makes a request one that succeeds for this wallet. */
type Good = (draft: Draft, wallet: Wallet) => Draft | Promise<Draft>;

interface Frugal {
  readonly baseUrl: string;
}

const withQuery = (draft: Draft, changes: Draft["query"]): Draft => ({
  ...draft,
  query: { ...draft.query, ...changes },
});

const asIs: Good = (draft) => draft;

/** `frugal` is a second server on the same database, where an integrator has one request a minute. */
function planFor(server: WalletServer, frugal: Frugal): Plan {
  const bearer = (draft: Draft, { token, credentials }: Wallet) =>
    withQuery(withHeaders(draft, { authorization: `Bearer ${token}` }), { "wallet-credentials": credentials });
  const basic = (draft: Draft, { credentials }: Wallet) =>
    withHeaders(draft, { authorization: `Basic ${credentials}` });

  const statuses = (
    good: Good,
    authenticate: typeof bearer,
    hasBody: boolean,
    invalid: (draft: Draft) => Draft,
    // The first request of a wallet needs this table, whatever the operation.
    table = "request_budgets",
  ) => {
    const as =
      (change: Good): Bring =>
      async (draft, sendTo) => {
        const wallet = await server.aWallet();
        return sendTo(authenticate(await change(draft, wallet), wallet));
      };
    const ready = async (draft: Draft) => {
      const wallet = await server.aWallet();
      return authenticate(await good(draft, wallet), wallet);
    };
    return {
      200: as(good),
      400: as(invalid),
      401: ((draft, sendTo) => sendTo(draft)) satisfies Bring,
      406: as(async (draft, wallet) => withHeaders(await good(draft, wallet), { accept: "text/html" })),
      429: withBudgetSpent(frugal.baseUrl, ready),
      500: (async (draft, sendTo) => {
        const request = await ready(draft);
        return server.whileMissing(table, () => sendTo(request));
      }) satisfies Bring,
      503: as(good),
      ...(hasBody && {
        413: as((draft) => ({ ...draft, body: new Uint8Array(65_537) })),
        415: as((draft) => withHeaders(draft, { "content-type": "text/plain" })),
      }),
    };
  };

  const write = (good: Good, table?: string) =>
    statuses(good, bearer, true, (draft) => ({ ...draft, body: bytesOf("[]") }), table);
  const read = (good: Good, invalid: Readonly<Record<string, string>>, table?: string) =>
    statuses(good, bearer, false, (draft) => withQuery(draft, invalid), table);

  const ofOwnAccount: Good = async (draft, wallet) => {
    const { account } = await server.anAccount(wallet, 100_000_00n);
    return withQuery(draft, { accountNo: account.accountNo });
  };
  const inOwnAccount =
    (member: string): Good =>
    async (draft, wallet) => {
      const { account } = await server.anAccount(wallet, 100_000_00n);
      return withMembers(draft, { [member]: account.accountNo });
    };
  const transferred = async (wallet: Wallet): Promise<string> => {
    const [from, to] = await Promise.all([server.anAccount(wallet, 1_000_00n), server.anAccount(wallet)]);
    const body = aTransfer(from.account.accountNo, to.account.accountNo);
    await server.ask("POST", "/transfer", { as: wallet, body });
    return body.reference;
  };
  const badAccount = { accountNo: "1" };
  /** A wallet that was onboarded in earnest has a webhook. */
  const withWebhook: Good = async (draft, wallet) => {
    const operator = (await server.database.operator()).dataSource.manager;
    await operator.update(integratorEntity, { id: wallet.integrator.id }, { onboardedAt: null });
    const body = { walletName: "Acme", shortName: "ACME", username: "ada", implementation: "Pool", webhookUrl };
    await server.ask("POST", "/onboarding", { as: wallet, body });
    return draft;
  };
  const aPaidReference = async (wallet: Wallet): Promise<string> => {
    const { reference, accountNo } = await server.aOneTimeAccount(wallet);
    await server.credit(wallet, accountNo, 10_00n);
    return reference;
  };
  const openReference: Good = async (draft, wallet) =>
    withMembers(draft, { reference: (await server.aOneTimeAccount(wallet)).reference });

  const asOperator =
    (change: (draft: Draft) => Draft | Promise<Draft>): Bring =>
    async (draft, sendTo) => {
      const token = await anOperatorToken(server.database);
      return sendTo(withHeaders(await change(draft), { "x-api-key": token }));
    };
  const operators = (good: (draft: Draft) => Draft | Promise<Draft>, invalid: Draft["query"], table: string) => ({
    200: asOperator(good),
    400: asOperator((draft) => withQuery(draft, invalid)),
    401: ((draft, sendTo) => sendTo(draft)) satisfies Bring,
    406: asOperator(async (draft) => withHeaders(await good(draft), { accept: "text/html" })),
    500: (async (draft, sendTo) => {
      const ready = withHeaders(await good(draft), { "x-api-key": await anOperatorToken(server.database) });
      return server.whileMissing(table, () => sendTo(ready));
    }) satisfies Bring,
    503: asOperator(good),
  });
  const ofBooks = async (draft: Draft): Promise<Draft> => {
    const wallet = await server.aWallet();
    const reference = await transferred(wallet);
    const query = { integratorId: wallet.integrator.id, accountNo: wallet.integrator.poolAccountNo, reference };
    const asked = Object.keys(draft.query ?? {});
    return withQuery(draft, Object.fromEntries(Object.entries(query).filter(([name]) => asked.includes(name))));
  };

  return {
    counters: ["request_budgets"],
    strangers: strangersTo(server),
    bring: {
      issueToken: {
        ...statuses(
          (draft) => withQuery(draft, { "grant-type": "client-credentials" }),
          basic,
          true,
          (draft) => withQuery(draft, { validityPeriod: "0" }),
        ),
        413: (async (draft, sendTo) => {
          const wallet = await server.aWallet();
          return sendTo({ ...basic(draft, wallet), body: new Uint8Array(4_097) });
        }) satisfies Bring,
      },
      onboardWallet: {
        ...write((draft) => withMembers(draft, { webhookUrl })),
        200: (async (draft, sendTo) => {
          const wallet = await server.aWallet("Acme", { onboarded: false });
          return sendTo(bearer(withMembers(draft, { webhookUrl }), wallet));
        }) satisfies Bring,
      },
      createClientFromDetails: write((draft) => withMembers(draft, { bvn: "22200000001", dob: "01 January 1960" })),
      createClientFromBvn: read((draft) => withQuery(draft, { bvn: "22200000001", dateOfBirth: "1 Jan 1960" }), {
        bvn: "1",
      }),
      createCorporateClient: write((draft) => withMembers(draft, { bvn: "22200000001" })),
      createVirtualAccount: write(asIs),
      updateVirtualAccountAmount: write(openReference, "wallet_virtual_accounts"),
      getVirtualAccount: read(
        async (draft, wallet) => withQuery(draft, { reference: await aPaidReference(wallet) }),
        { reference: "" },
        "wallet_virtual_accounts",
      ),
      expireVirtualAccount: write(openReference, "wallet_virtual_accounts"),
      refundVirtualAccount: write(
        async (draft, wallet) => withMembers(draft, { reference: await aPaidReference(wallet) }),
        "wallet_virtual_accounts",
      ),
      getWebhook: read(withWebhook, { unknown: "1" }),
      updateWebhook: write(async (draft, wallet) => withMembers(await withWebhook(draft, wallet), { webhookUrl })),
      rotateWebhookSecret: read(withWebhook, { unknown: "1" }),
      getAccountStatement: read(ofOwnAccount, badAccount),
      lookUpBvn: read((draft) => withQuery(draft, { bvn: "22200000001" }), { bvn: "1" }),
      lookUpAccount: read(ofOwnAccount, badAccount),
      enquireAccount: read(ofOwnAccount, badAccount),
      enquireName: read(ofOwnAccount, badAccount),
      updateTransactionLimit: write(inOwnAccount("accountNumber")),
      listBanks: read(asIs, { unknown: "1" }),
      listBillers: read(asIs, { categoryName: "x".repeat(101) }),
      getTransferRecipient: read(ofOwnAccount, badAccount),
      createTransfer: write(async (draft, wallet) => {
        const [from, to] = await Promise.all([server.anAccount(wallet, 10_000_00n), server.anAccount(wallet)]);
        return withMembers(draft, {
          ...aTransfer(from.account.accountNo, to.account.accountNo),
          fromClientId: from.client.id,
          fromClient: from.client.name,
          fromSavingsId: from.account.savingsId,
          toClientId: to.client.id,
          toSavingsId: to.account.savingsId,
        });
      }),
      getTransaction: read(
        async (draft, wallet) => withQuery(draft, { reference: await transferred(wallet) }),
        { reference: "" },
        "wallet_transfers",
      ),
      simulateInwardCredit: write(inOwnAccount("accountNo")),
      listAccountTransactions: read(ofOwnAccount, badAccount),
      listInwardTransactions: read(asIs, { size: "0" }),
      listReturnedTransfers: read(asIs, { size: "0" }),
      generateQrCode: write(inOwnAccount("accountNo")),
      queryQrCode: write(asIs),
      payQrCode: write(async (draft, wallet) => {
        const { account } = await server.anAccount(wallet, 10_000_00n);
        const { qrCode, ...payment } = membersOf(draft);
        return { ...draft, body: bytesOf(JSON.stringify({ ...payment, accountNo: account.accountNo })) };
      }),
      renderQrCode: read(asIs, { qrCode: "" }),
      listIntegrators: operators((draft) => draft, { size: "0" }, "wallet_integrators"),
      listBookAccounts: operators(ofBooks, { size: "0" }, "wallet_balances"),
      listBookPostings: operators(ofBooks, { size: "0" }, "wallet_postings"),
      getTransferEntries: operators(ofBooks, { reference: "" }, "wallet_transfers"),
      proveBooks: operators(ofBooks, { integratorId: "nobody" }, "wallet_postings"),
    },
    decode: (bytes, { mediaType }) => {
      const text = Buffer.from(bytes).toString("latin1");
      // The runner writes every example as JSON.
      return mediaType === "application/x-www-form-urlencoded" ? JSON.parse(text) : text;
    },
  };
}

export default {
  async start() {
    const server = new WalletServer();
    await server.start({ webhookAllowLoopback: true });
    const config = { quotaWalletRequests: 1, webhookAllowLoopback: true };
    const frugal = await startTestServer({ apis: ["wallet"], config, database: server.database });
    return {
      plan: planFor(server, frugal),
      baseUrl: server.baseUrl,
      database: server.database,
      async stop() {
        await frugal.stop();
        await server.stop();
      },
    };
  },
} satisfies ContractPlan;
