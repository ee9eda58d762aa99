// SQL: a sequence gives the numbers, and balances are the ledger's.
/** Opening accounts. */
import { risingId } from "#src/storage/rising-id.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import {
  type Account,
  type AccountKind,
  accountEntity,
  accountNumberEntity,
  type Client,
  clientEntity,
} from "./entities.ts";
import { emptyChain } from "./ledger/hash-chain.ts";
import { systemAccounts } from "./ledger/transfer.ts";
import { limitsOfTier } from "./limits.ts";
import { accountNumber } from "./nuban.ts";

export const currency = "NGN";

export type NewClient = Omit<Client, "id" | "integratorId" | "createdAt">;

/** The fields of a client of which only the name is known. */
export const blankClient = {
  firstName: "",
  middleName: "",
  lastName: "",
  bvn: "",
  phone: "",
  phoneKey: null,
  gender: null,
  bornOn: null,
  address: "",
  rcNumber: null,
} as const satisfies Omit<NewClient, "kind" | "name">;

export interface NewAccount {
  readonly kind: Exclude<AccountKind, "system">;
  readonly name: string;
  readonly tier: Account["tier"];
  /** Of a one-time account: the amount it takes, in kobo, until when, and the account that it goes on to. */
  readonly expects?: { readonly amount: bigint; readonly until: Date; readonly settlesTo: string };
}

/** Throws what the unique indexes of clients throw, for the caller to name. */
export async function createClient(
  { manager }: Transaction,
  integratorId: string,
  client: NewClient,
  now: Date,
): Promise<Client> {
  const created: Client = { ...client, integratorId, id: `cli_${risingId()}`, createdAt: now };
  await manager.insert(clientEntity, created);
  return created;
}

export async function openAccount(
  { manager, client: connection }: Transaction,
  { integratorId, id: clientId }: Pick<Client, "integratorId" | "id">,
  { kind, name, tier, expects }: NewAccount,
  now: Date,
): Promise<Account> {
  const { rows } = await connection.query<{ serial: string }>("SELECT nextval('wallet_account_serials') AS serial");
  const accountNo = accountNumber(Number(rows[0]?.serial));
  const account: Account = {
    integratorId,
    accountNo,
    kind,
    savingsId: `sav_${risingId()}`,
    clientId,
    name,
    tier,
    settlesTo: expects?.settlesTo ?? null,
    createdAt: now,
  };
  await manager.insert(accountNumberEntity, { accountNo, integratorId });
  await manager.insert(accountEntity, account);
  // Nobody pays from a one-time account.
  const limits = expects === undefined ? limitsOfTier[tier] : { singleLimit: 0n, dailyLimit: 0n };
  await connection.query(
    `INSERT INTO wallet_balances
       (integrator_id, account_no, currency, minimum, single_limit, daily_limit, expects, expects_until, hash)
     VALUES ($1, $2, $3, 0, $4, $5, $6, $7, $8)`,
    [
      integratorId,
      accountNo,
      currency,
      limits.singleLimit,
      limits.dailyLimit,
      expects?.amount ?? null,
      expects?.until ?? null,
      emptyChain,
    ],
  );
  return account;
}

/** The accounts of the bank's own in the books of a new integrator. */
export async function openSystemAccounts({ client }: Transaction, integratorId: string): Promise<void> {
  for (const accountNo of Object.values(systemAccounts))
    await client.query(
      "INSERT INTO wallet_balances (integrator_id, account_no, currency, hash) VALUES ($1, $2, $3, $4)",
      [integratorId, accountNo, currency, emptyChain],
    );
}
