/** How each operation of the wallet API gets to each of its documented statuses. */
import { integratorEntity } from "#src/apis/wallet/entities.ts";
import { aTransfer, type Wallet, WalletServer } from "#test/builders/wallet.ts";
import { operatorsOf } from "#test/support/personal-tokens.ts";
import { startTestServer } from "#test/support/server.ts";
import { type ContractPlan, type Plan, startedPlan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, membersOf, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";
import { type Change, callers, invalid } from "../../../scripts/contract-runner/shapes.ts";
import { strangersTo } from "./strangers.ts";

const webhookUrl = "http://127.0.0.1:9/hook";

type Good = Change<Wallet>;

const withQuery = (draft: Draft, changes: Draft["query"]): Draft => ({
  ...draft,
  query: { ...draft.query, ...changes },
});

/** `frugal` is a second server on the same database, where an integrator has one request a minute. */
function planFor(server: WalletServer, frugal: { readonly baseUrl: string }): Plan {
  const bearer = (draft: Draft, { token, credentials }: Wallet) =>
    withQuery(withHeaders(draft, { authorization: `Bearer ${token}` }), { "wallet-credentials": credentials });
  const basic = (draft: Draft, { credentials }: Wallet) =>
    withHeaders(draft, { authorization: `Basic ${credentials}` });

  const signed = { server, make: () => server.aWallet(), sign: bearer, frugal };
  /** The caller's own credentials take the place of refused ones in the query. */
  const wrong = callers(signed).as((draft, wallet, unit) => {
    const parameters = unit.parameters.filter(({ name }) => name !== "wallet-credentials");
    return invalid(draft, wallet, { ...unit, parameters });
  });
  const integrators = { ...signed, usual: { 400: wrong } };
  const { operation } = callers(integrators);
  const newcomers = callers({ ...integrators, make: () => server.aWallet("Acme", { onboarded: false }) });
  const withSecret = callers({ ...integrators, sign: basic });
  const operators = operatorsOf(server);
  /** The first request of a wallet needs it, whatever the operation. */
  const anyTable = "request_budgets";

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
  const transferred = async (wallet: Wallet) => server.pay(wallet, ...(await server.twoAccounts(wallet)));
  /** A wallet that was onboarded in earnest has a webhook. */
  const withWebhook = async (draft: Draft, wallet: Wallet) => {
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
        ...withSecret.operation(anyTable, (draft) => withQuery(draft, { "grant-type": "client-credentials" })),
        400: withSecret.as((draft) => withQuery(draft, { validityPeriod: "0" })),
      },
      onboardWallet: newcomers.operation(anyTable, (draft) => withMembers(draft, { webhookUrl })),
      createClientFromDetails: operation(anyTable, (draft) =>
        withMembers(draft, { bvn: "22200000001", dob: "01 January 1960" }),
      ),
      createClientFromBvn: operation(anyTable, (draft) =>
        withQuery(draft, { bvn: "22200000001", dateOfBirth: "1 Jan 1960" }),
      ),
      createCorporateClient: operation(anyTable, (draft) => withMembers(draft, { bvn: "22200000001" })),
      createVirtualAccount: operation(anyTable),
      updateVirtualAccountAmount: operation("wallet_virtual_accounts", openReference),
      getVirtualAccount: operation("wallet_virtual_accounts", async (draft, wallet) =>
        withQuery(draft, { reference: await aPaidReference(wallet) }),
      ),
      expireVirtualAccount: operation("wallet_virtual_accounts", openReference),
      refundVirtualAccount: operation("wallet_virtual_accounts", async (draft, wallet) =>
        withMembers(draft, { reference: await aPaidReference(wallet) }),
      ),
      getWebhook: operation(anyTable, withWebhook),
      updateWebhook: operation(anyTable, async (draft, wallet) =>
        withMembers(await withWebhook(draft, wallet), { webhookUrl }),
      ),
      rotateWebhookSecret: operation(anyTable, withWebhook),
      getAccountStatement: operation(anyTable, ofOwnAccount),
      lookUpBvn: operation(anyTable, (draft) => withQuery(draft, { bvn: "22200000001" })),
      lookUpAccount: operation(anyTable, ofOwnAccount),
      enquireAccount: operation(anyTable, ofOwnAccount),
      enquireName: operation(anyTable, ofOwnAccount),
      updateTransactionLimit: operation(anyTable, inOwnAccount("accountNumber")),
      listBanks: operation(anyTable),
      listBillers: operation(anyTable),
      getTransferRecipient: operation(anyTable, ofOwnAccount),
      createTransfer: operation(anyTable, async (draft, wallet) => {
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
      getTransaction: operation("wallet_transfers", async (draft, wallet) =>
        withQuery(draft, { reference: await transferred(wallet) }),
      ),
      simulateInwardCredit: operation(anyTable, inOwnAccount("accountNo")),
      listAccountTransactions: operation(anyTable, ofOwnAccount),
      listInwardTransactions: operation(anyTable),
      listReturnedTransfers: operation(anyTable),
      generateQrCode: operation(anyTable, inOwnAccount("accountNo")),
      queryQrCode: operation(anyTable),
      payQrCode: operation(anyTable, async (draft, wallet) => {
        const { account } = await server.anAccount(wallet, 10_000_00n);
        const { qrCode, ...payment } = membersOf(draft);
        return { ...draft, body: bytesOf(JSON.stringify({ ...payment, accountNo: account.accountNo })) };
      }),
      renderQrCode: operation(anyTable),
      listIntegrators: operators.operation("wallet_integrators"),
      listBookAccounts: operators.operation("wallet_balances", ofBooks),
      listBookPostings: operators.operation("wallet_postings", ofBooks),
      getTransferEntries: operators.operation("wallet_transfers", ofBooks),
      proveBooks: operators.operation("wallet_postings", ofBooks),
    },
    decode: (bytes) => Buffer.from(bytes).toString("latin1"),
  };
}

export default {
  async start() {
    const server = new WalletServer();
    await server.start({ webhookAllowLoopback: true });
    const config = { quotaWalletRequests: 1, webhookAllowLoopback: true };
    const frugal = await startTestServer({ apis: ["wallet"], config, database: server.database });
    return startedPlan(planFor(server, frugal), server, frugal);
  },
} satisfies ContractPlan;
