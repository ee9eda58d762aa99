/** One-time accounts, each of which expects one payment: opened, looked at, closed before their time, and refunds of their payments. */
import type { Pool } from "pg";
import type { EntityManager } from "typeorm";
import type { Answers, Schemas } from "#generated/wallet/contract.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { violates } from "#src/storage/violation.ts";
import { openAccount } from "./accounts.ts";
import { accountEntity, type Integrator, type VirtualAccount, virtualAccountEntity } from "./entities.ts";
import { positiveAmount } from "./findings.ts";
import { endExpectation, expectAmount, expectationOf } from "./ledger/account-terms.ts";
import { findOneTimePayment, findTransfers } from "./ledger/history.ts";
import type { AccountKey, Transfer } from "./ledger/transfer.ts";
import { formatAmount } from "./money.ts";
import { ownBankCode } from "./nuban.ts";
import { Declined } from "./presenters/envelope.ts";
import { payToOtherBank, payWithinBank, type TransferDependencies } from "./transfers.ts";

type State = NonNullable<Answers["VirtualAccountStateResultData"]>;

/** Attempts to give a payment back, of which each was refused or came back. */
const mostRefunds = 20;

/** Throws Declined 01. */
export async function stateOfOneTime(
  { dataSource: { manager }, pool }: Database,
  { id: integratorId, poolAccountNo }: Integrator,
  reference: string,
  now: Date,
): Promise<State> {
  const virtual = await find(manager, integratorId, reference);
  const { accountNo, merchantId, createdAt } = virtual;
  const [account, expectation, payment, refunds] = await Promise.all([
    manager.findOneByOrFail(accountEntity, { integratorId, accountNo }),
    expectationOf(pool, virtual),
    findOneTimePayment(pool, virtual),
    refundsOf(pool, virtual),
  ]);
  const refund = refunds.at(-1) ?? null;
  const expiresAt = expectation?.until ?? createdAt;
  const stateOfUnpaid = expiresAt > now ? "OPEN" : "EXPIRED";
  return {
    reference,
    accountNumber: accountNo,
    state: payment === null ? stateOfUnpaid : isGivenBack(refund) ? "REFUNDED" : "PAID",
    amount: formatAmount(payment?.amount ?? expectation?.amount ?? 0n),
    merchantName: account.name,
    merchantId,
    createdAt,
    expiresAt,
    payment: payment && presentPayment(payment, poolAccountNo),
    refund: refund && {
      reference: refund.reference,
      sessionId: refund.sessionId,
      amount: formatAmount(refund.amount),
      status: refund.status,
      createdAt: refund.createdAt,
    },
  };
}

/** The account's number. Throws Declined 01 where no account with this reference is open. */
export async function closeOneTime(
  { dataSource, pool }: Database,
  { id: integratorId }: Integrator,
  reference: string,
  now: Date,
): Promise<string> {
  const virtual = await dataSource.manager.findOneBy(virtualAccountEntity, { integratorId, reference });
  if (virtual === null || !(await endExpectation(pool, virtual, virtual.createdAt, now)))
    throw new Declined("01", "There is no open account with this reference.");
  return virtual.accountNo;
}

/**
 * Sends the payment back to the account that made it. Each attempt has a reference of its own, which callers cannot give to a
 * transfer of theirs: of attempts at once the ledger does one. Throws Declined 01, 98, and as transfers do.
 */
export async function refundOneTime(
  dependencies: TransferDependencies,
  integrator: Integrator,
  reference: string,
): Promise<Transfer> {
  const { dataSource, pool } = dependencies.database;
  const virtual = await find(dataSource.manager, integrator.id, reference);
  const [payment, refunds] = await Promise.all([findOneTimePayment(pool, virtual), refundsOf(pool, virtual)]);
  if (payment === null) throw new Declined("01", "Nothing was paid to this account.");
  if (isGivenBack(refunds.at(-1) ?? null)) throw new Declined("98", "The payment was given back before.");
  if (refunds.length === mostRefunds) throw new Declined("99", "The payment could not be given back too many times.");
  const { amount, details, counter } = payment;
  const back = {
    fromAccount: details.wentTo ?? integrator.poolAccountNo,
    toAccount: details.bankAccount ?? counter.accountNo,
    amount,
    reference: refundReference(virtual, refunds.length + 1),
    remark: `Refund of ${reference}`,
  };
  if (back.fromAccount === back.toAccount) throw new Declined("99", "The account that paid has the money.");
  const isWithinBank = details.bank === null || details.bank === ownBankCode;
  return isWithinBank
    ? await payWithinBank(dependencies, integrator, back)
    : await payToOtherBank(dependencies, integrator, { ...back, toBank: details.bank });
}

async function find(manager: EntityManager, integratorId: string, reference: string): Promise<VirtualAccount> {
  const virtual = await manager.findOneBy(virtualAccountEntity, { integratorId, reference });
  if (virtual === null) throw new Declined("01", "There is no one-time account with this reference.");
  return virtual;
}

/** With spaces, which references of callers have not. */
function refundReference({ accountNo }: AccountKey, attempt: number): string {
  return `refund ${accountNo} ${attempt}`;
}

/** In the order in which they were asked for. */
async function refundsOf(pool: Pool, key: AccountKey): Promise<Transfer[]> {
  const references = Array.from({ length: mostRefunds }, (_, index) => refundReference(key, index + 1));
  const found = new Map(
    (await findTransfers(pool, key.integratorId, references)).map((refund) => [refund.reference, refund]),
  );
  return references.map((reference) => found.get(reference)).filter((refund) => refund !== undefined);
}

function isGivenBack(refund: Transfer | null): boolean {
  return refund !== null && (refund.status === "PENDING" || refund.status === "SETTLED");
}

function presentPayment(
  { reference, sessionId, amount, details, counter, createdAt }: Transfer,
  poolAccountNo: string,
) {
  return {
    reference,
    sessionId,
    amount: formatAmount(amount),
    payerName: details.payerName,
    payerAccountNo: details.bankAccount ?? counter.accountNo,
    payerBank: details.bank ?? ownBankCode,
    settledTo: details.wentTo ?? poolAccountNo,
    paidAt: createdAt,
  };
}

/** Minutes, where nothing is said; also the longest that the document lets through. */
const maxValidity = 4_320;

/** The account's number. Throws Declined 98 where the reference is taken. */
export async function createVirtualAccount(
  database: Database,
  integrator: Integrator,
  { amount, merchantName, merchantId, reference, validityTime = "" }: Schemas["VirtualAccountRequest"],
  now: Date,
): Promise<string> {
  const { id: integratorId, poolAccountNo } = integrator;
  const expected = positiveAmount(amount);
  const minutes = Number(validityTime || maxValidity);
  const until = new Date(now.getTime() + minutes * 60_000);
  try {
    return await inTransaction(database, async (transaction) => {
      const { manager } = transaction;
      const settlesTo = await accountToSettle(manager, integrator, merchantId);
      const pool = await manager.findOneByOrFail(accountEntity, { integratorId, accountNo: poolAccountNo });
      const { accountNo } = await openAccount(
        transaction,
        { integratorId, id: pool.clientId },
        { kind: "virtual", name: merchantName, tier: 1, expects: { amount: expected, until, settlesTo } },
        now,
      );
      await manager.insert(virtualAccountEntity, { integratorId, reference, accountNo, merchantId, createdAt: now });
      return accountNo;
    });
  } catch (error) {
    if (violates(error, "wallet_virtual_accounts_pkey")) throw new Declined("98", "The reference is taken.");
    throw error;
  }
}

/** Where the payment goes on to: in a `1-1` wallet the client's account that `merchantId` names, if it names one. */
async function accountToSettle(
  manager: EntityManager,
  { id: integratorId, poolAccountNo, implementation }: Integrator,
  merchantId: string,
): Promise<string> {
  if (implementation !== "1-1") return poolAccountNo;
  // Primary key, or index wallet_accounts_client.
  const name = /^[0-9]{10}$/.test(merchantId) ? { accountNo: merchantId } : { clientId: merchantId };
  return (
    (await manager.findOneBy(accountEntity, { integratorId, kind: "client", ...name }))?.accountNo ?? poolAccountNo
  );
}

/** The account's number. Throws Declined 01 where no account with this reference is open. */
export async function updateAmount(
  database: Database,
  { id: integratorId }: Integrator,
  { amount, reference }: Schemas["AmountUpdateRequest"],
  now: Date,
): Promise<string> {
  const expected = positiveAmount(amount);
  const account = await database.dataSource.manager.findOneBy(virtualAccountEntity, { integratorId, reference });
  const isOpen = account !== null && (await expectAmount(database.pool, account, expected, now));
  if (!isOpen) throw new Declined("01", "There is no open account with this reference.");
  return account.accountNo;
}
