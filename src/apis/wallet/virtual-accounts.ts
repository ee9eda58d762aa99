/** One-time accounts: each expects one payment. */
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/wallet/contract.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { violates } from "#src/storage/violation.ts";
import { openAccount } from "./accounts.ts";
import { accountEntity } from "./entities/account.ts";
import type { Integrator } from "./entities/integrator.ts";
import { virtualAccountEntity } from "./entities/virtual-account.ts";
import { positiveAmount } from "./findings.ts";
import { expectAmount } from "./ledger/account-terms.ts";
import { Declined } from "./presenters/envelope.ts";

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
