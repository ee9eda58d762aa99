/** Transfers, as clients ask for them: checked, put to the ledger and, where another bank is paid, to the clearing house. */
import { hash } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/wallet/contract.ts";
import { equalInConstantTime } from "#src/identity/constant-time.ts";
import type { Database } from "#src/storage/database.ts";
import type { AccountDirectory, KnownAccount } from "./account-directory.ts";
import {
  type ClearingAnswer,
  type ClearingHouse,
  nameAtOtherBank,
  type ReturnedTransfer,
} from "./clearing/clearing-house.ts";
import { accountNumberEntity, type Integrator, integratorEntity } from "./entities.ts";
import { finding, invalidRequest, positiveAmount } from "./findings.ts";
import { newInwardReference } from "./inward-credits.ts";
import { findTransfer } from "./ledger/history.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { type AccountKey, type MoveOrder, systemAccounts, type Transfer } from "./ledger/transfer.ts";
import { notifyPayee, notifyPayer } from "./notifications.ts";
import { ownBankCode } from "./nuban.ts";
import { transferBy } from "./outcomes.ts";
import { checkParticulars } from "./particulars.ts";
import { Declined } from "./presenters/envelope.ts";
import { newSessionId } from "./session-id.ts";

export interface TransferDependencies {
  readonly database: Pick<Database, "dataSource" | "pool">;
  readonly accounts: AccountDirectory;
  readonly ledger: Ledger;
  readonly clearingHouse: ClearingHouse;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Carries the transfer out. Throws Declined with every code but 00 and 09, and Problem VALIDATION_FAILED. */
export async function transfer(
  dependencies: TransferDependencies,
  integrator: Integrator,
  request: Schemas["TransferRequest"],
): Promise<Transfer> {
  const { fromAccount, toAccount, toBank, transferType, signature, reference, remark = "" } = request;
  const amount = positiveAmount(request.amount);
  if (fromAccount === toAccount && toBank === ownBankCode)
    throw invalidRequest([finding("toAccount", "same", "must not be the account that pays")]);
  if (!isSignature(signature, fromAccount + toAccount)) throw new Declined("02", "The signature does not match.");
  await checkParticulars(dependencies, integrator, request);
  const payment = { fromAccount, toAccount, amount, reference, remark };
  return transferType === "intra"
    ? await payWithinBank(dependencies, integrator, payment)
    : await payToOtherBank(dependencies, integrator, { ...payment, toBank });
}

export interface Payment {
  readonly fromAccount: string;
  readonly toAccount: string;
  /** Kobo, more than zero. */
  readonly amount: bigint;
  readonly reference: string;
  readonly remark: string;
  /** The credit's name in another integrator's books, where it is to come once; one that is made up when left out. */
  readonly inwardReference?: string;
}

/** Throws Declined 104, 51, 61, 98. */
export async function payWithinBank(
  { database, accounts, ledger, now }: TransferDependencies,
  integrator: Integrator,
  { fromAccount, toAccount, amount, reference, remark, inwardReference: named }: Payment,
): Promise<Transfer> {
  const at = new Date(now());
  const [payer, payee] = await Promise.all([
    accounts.own(integrator, fromAccount),
    accounts.find(integrator, toAccount),
  ]);
  if (payee === null) throw new Declined("104", "There is no such account.");
  const outcome = await ledger.submit(
    {
      order: "move",
      reference,
      sessionId: newSessionId(ownBankCode, at),
      kind: "INTRA",
      from: keyOfAccount(payer),
      to: keyOfAccount(payee),
      ...(await creditOf(database.dataSource.manager, payer, payee, named, at)),
      amount,
      details: { remark, payerName: payer.name, payeeName: payee.name, bank: null, bankAccount: null },
    },
    notifyPayee,
  );
  return transferBy(outcome);
}

/** Throws Declined 01, 104, 51, 61, 98, and 99 where the other bank refuses or says nobody's name. */
export async function payToOtherBank(
  { database: { dataSource, pool }, accounts, ledger, clearingHouse, now }: TransferDependencies,
  integrator: Integrator,
  { fromAccount, toAccount, toBank, amount, reference, remark }: Payment & { readonly toBank: string },
): Promise<Transfer> {
  const payer = await accounts.own(integrator, fromAccount);
  const { integratorId } = payer;
  // A repetition is told so, whether or not the other bank answers now.
  if ((await findTransfer(pool, integratorId, { reference })) !== null)
    throw new Declined("98", "The reference is taken.");
  const payeeName = await nameAtOtherBank(dataSource.manager, clearingHouse, { bank: toBank, accountNo: toAccount });
  const outcome = await ledger.submit({
    order: "move",
    reference,
    sessionId: newSessionId(ownBankCode, new Date(now())),
    kind: "INTER",
    from: keyOfAccount(payer),
    to: { integratorId, accountNo: systemAccounts.clearing },
    amount,
    details: { remark, payerName: payer.name, payeeName, bank: toBank, bankAccount: toAccount },
  });
  const settled = await settle({ ledger, clearingHouse }, transferBy(outcome));
  if (settled.status === "FAILED")
    throw new Declined("99", "The other bank has refused the transfer; nothing was taken.");
  return settled;
}

/** Asks the clearing house about a pending transfer, and closes it as the house says. */
export async function settle(
  { ledger, clearingHouse }: Pick<TransferDependencies, "ledger" | "clearingHouse">,
  pending: Transfer,
): Promise<Transfer> {
  if (pending.status !== "PENDING") return pending;
  const answer: ClearingAnswer = await clearingHouse.settle(pending);
  if (answer === "PENDING") return pending;
  const { integratorId, reference } = pending;
  const outcome = await ledger.submit({ order: "close", integratorId, reference, as: answer });
  return transferBy(outcome);
}

/**
 * Posts a transfer back that the other bank has returned, and tells of it. Resolves to false where that cannot be done: the transfer is not known,
 * was refused, or its settlement has not been recorded yet.
 */
export async function takeBack(
  { database: { dataSource, pool }, ledger }: Pick<TransferDependencies, "database" | "ledger">,
  { sessionId, fromAccount }: ReturnedTransfer,
): Promise<boolean> {
  const account = await dataSource.manager.findOneBy(accountNumberEntity, { accountNo: fromAccount });
  const returned = account && (await findTransfer(pool, account.integratorId, { sessionId }));
  if (returned === null) return false;
  const { integratorId, reference } = returned;
  const { outcome } = await ledger.submit({ order: "close", integratorId, reference, as: "REVERSED" }, notifyPayer);
  return outcome === "done";
}

/**
 * The credit that the payee hears of: one in another integrator's books has a reference of theirs, and so has the payment of a
 * one-time account, which goes on from there.
 */
async function creditOf(
  manager: EntityManager,
  payer: KnownAccount,
  { integratorId, kind, settlesTo }: KnownAccount,
  named: string | undefined,
  at: Date,
): Promise<Pick<MoveOrder, "onward" | "inwardReference" | "inwardSessionId">> {
  const isBetween = payer.integratorId !== integratorId;
  const isOneTime = kind === "virtual";
  if (!isBetween && !isOneTime) return {};
  if (named !== undefined && !isOneTime) return { inwardReference: named };
  const payee = await manager.findOneByOrFail(integratorEntity, { id: integratorId });
  return {
    inwardReference: newInwardReference(payee),
    ...(isOneTime && { onward: { integratorId, accountNo: settlesTo ?? payee.poolAccountNo } }),
    ...(!isBetween && { inwardSessionId: newSessionId(ownBankCode, at) }),
  };
}

function keyOfAccount({ integratorId, accountNo }: KnownAccount): AccountKey {
  return { integratorId, accountNo };
}

/** SHA-512 in lower-case hexadecimal. */
function isSignature(signature: string, signed: string): boolean {
  const expected = hash("sha512", signed, "buffer");
  return equalInConstantTime(Buffer.from(signature, "hex"), expected);
}
