/** People and companies: opening accounts for them, and who they are. */
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/wallet/contract.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { violates } from "#src/storage/violation.ts";
import { blankClient, createClient, type NewClient, openAccount } from "./accounts.ts";
import { formatResultDate } from "./dates.ts";
import {
  type Account,
  accountEntity,
  accountNumberEntity,
  type BvnRecord,
  bvnRecordEntity,
  type Client,
  clientEntity,
  type Integrator,
  integratorEntity,
} from "./entities.ts";
import { pastDate } from "./findings.ts";
import { Declined } from "./presenters/envelope.ts";

/** Of a name as payers see it, in characters. */
const maxNameLength = 100;

export interface AccountOfClient {
  readonly client: Client;
  readonly account: Account;
}

/** The wallet has an account for this person or company already: a repetition opens no other. */
export class AlreadyOpen extends Declined {
  readonly first: AccountOfClient;

  constructor(holder: string, first: AccountOfClient) {
    super("99", `This wallet has an account for this ${holder}: ${first.account.accountNo}.`);
    this.first = first;
  }
}

/**
 * Throws Declined 102 and 103 where a BVN is given that the registry has not, or has with another date of birth, and AlreadyOpen for
 * the BVN or, without one, for the phone.
 */
export async function openFromDetails(
  database: Database,
  { id: integratorId }: Integrator,
  details: Schemas["ClientDetails"],
  now: Date,
): Promise<AccountOfClient> {
  const { firstname, lastname, middlename = "", dob, address = "", gender = "", phone, bvn = "" } = details;
  const bornOn = pastDate(dob, "dob", now);
  const hasBvn = bvn !== "";
  if (hasBvn) await registryEntry(database.dataSource.manager, bvn, bornOn);
  const names = { firstName: firstname, middleName: middlename, lastName: lastname };
  const person = { ...blankClient, ...personOf(names), bvn, phone, bornOn, address };
  const others = { phoneKey: hasBvn ? null : withoutPrefix(phone), gender: gender === "" ? null : gender };
  return await open(database, integratorId, { ...person, ...others }, hasBvn ? 2 : 1, now);
}

/** Throws Declined 102, 103 where another date of birth is given, and AlreadyOpen. */
export async function openFromBvn(
  database: Database,
  { id: integratorId }: Integrator,
  { bvn, dateOfBirth = "" }: { readonly bvn: string; readonly dateOfBirth?: string },
  now: Date,
): Promise<AccountOfClient> {
  const { manager } = database.dataSource;
  const record =
    dateOfBirth === ""
      ? await findBvn(manager, bvn)
      : await registryEntry(manager, bvn, pastDate(dateOfBirth, "dateOfBirth", now, "query"));
  return await open(database, integratorId, { ...blankClient, ...record, ...personOf(record) }, 2, now);
}

/** Throws Declined 102 for the director's BVN, and AlreadyOpen for the company. */
export async function openForCompany(
  database: Database,
  { id: integratorId }: Integrator,
  { rcNumber, companyName, incorporationDate, bvn }: Schemas["CorporateDetails"],
  now: Date,
): Promise<AccountOfClient> {
  const bornOn = pastDate(incorporationDate, "incorporationDate", now);
  const { phone } = await findBvn(database.dataSource.manager, bvn);
  const company = { ...blankClient, kind: "company", name: companyName, bvn, phone, bornOn } as const;
  return await open(database, integratorId, { ...company, rcNumber: rcNumber.toUpperCase() }, 3, now);
}

/** Throws Declined 102. */
export async function findBvn(manager: EntityManager, bvn: string): Promise<BvnRecord> {
  const record = await manager.findOneBy(bvnRecordEntity, { bvn });
  if (record === null) throw new Declined("102", "There is no such BVN.");
  return record;
}

/** An account of this bank with its holder, in anybody's books. Throws Declined with `status`. */
export async function findHolder(
  manager: EntityManager,
  accountNo: string,
  status: "01" | "104",
): Promise<AccountOfClient> {
  const number = await manager.findOneBy(accountNumberEntity, { accountNo });
  const integratorId = number?.integratorId;
  const account = integratorId && (await manager.findOneBy(accountEntity, { integratorId, accountNo }));
  const client = account && (await manager.findOneBy(clientEntity, { integratorId, id: account.clientId }));
  if (!account || !client) throw new Declined(status, "There is no such account.");
  return client.kind === "wallet" ? await underItsName(manager, { account, client }) : { account, client };
}

/** A wallet is known by the name that its onboarding gave it. */
async function underItsName(manager: EntityManager, { account, client }: AccountOfClient): Promise<AccountOfClient> {
  const { walletName } = await manager.findOneByOrFail(integratorEntity, { id: client.integratorId });
  const name = walletName ?? client.name;
  return { client: { ...client, name }, account: account.kind === "pool" ? { ...account, name } : account };
}

export function presentClient({ client, account }: AccountOfClient): NonNullable<Schemas["ClientResultData"]> {
  const { firstName, middleName, lastName, bvn, phone, bornOn } = client;
  return {
    firstname: firstName,
    middlename: middleName,
    lastname: lastName,
    bvn,
    phone,
    dob: formatResultDate(bornOn ?? ""),
    accountNo: account.accountNo,
  };
}

export function presentBvnRecord(record: BvnRecord): NonNullable<Schemas["BvnResultData"]> {
  const { firstName, middleName, lastName, gender, bornOn, phone: phoneNo } = record;
  return { firstName, middleName, lastName, gender, dateOfBirth: formatResultDate(bornOn), phoneNo, pixBase64: "" };
}

async function registryEntry(manager: EntityManager, bvn: string, bornOn: string): Promise<BvnRecord> {
  const record = await findBvn(manager, bvn);
  if (record.bornOn !== bornOn) throw new Declined("103", "The date of birth is another one.");
  return record;
}

async function open(
  database: Database,
  integratorId: string,
  details: NewClient,
  tier: Account["tier"],
  now: Date,
): Promise<AccountOfClient> {
  try {
    return await inTransaction(database, async (transaction) => {
      const client = await createClient(transaction, integratorId, details, now);
      const account = await openAccount(transaction, client, { kind: "client", name: details.name, tier }, now);
      return { client, account };
    });
  } catch (error) {
    const rule = uniqueClients.find(({ index }) => violates(error, index));
    if (rule === undefined) throw error;
    throw new AlreadyOpen(rule.holder, await firstOf(database.dataSource.manager, integratorId, rule.key(details)));
  }
}

/** The holders that have one account in a wallet, by the unique index that ensures it. */
const uniqueClients = [
  { index: "wallet_clients_bvn", holder: "BVN", key: ({ bvn }: NewClient) => ({ kind: "person" as const, bvn }) },
  { index: "wallet_clients_phone", holder: "phone", key: ({ phoneKey }: NewClient) => ({ phoneKey: phoneKey ?? "" }) },
  {
    index: "wallet_clients_company",
    holder: "company",
    key: ({ rcNumber }: NewClient) => ({ kind: "company" as const, rcNumber: rcNumber ?? "" }),
  },
];

/** Of those who share the key, there is one: its index is unique. */
async function firstOf(
  manager: EntityManager,
  integratorId: string,
  key: Partial<Pick<Client, "kind" | "bvn">> & { phoneKey?: string; rcNumber?: string },
): Promise<AccountOfClient> {
  const client = await manager.findOneByOrFail(clientEntity, { integratorId, ...key });
  const account = await manager.findOneByOrFail(accountEntity, { integratorId, clientId: client.id, kind: "client" });
  return { client, account };
}

/** `0803…`, `234803…` and `+234803…` are one phone. */
function withoutPrefix(phone: string): string {
  return phone.replace(/^(\+?234|0)/, "");
}

function personOf({ firstName, middleName, lastName }: Pick<Client, "firstName" | "middleName" | "lastName">) {
  const full = [firstName, middleName, lastName].filter((part) => part !== "").join(" ");
  const name = [...full].slice(0, maxNameLength).join("");
  return { kind: "person", name, firstName, middleName, lastName } as const;
}

/** The holder of an account, for the integrator whose client it is. */
export function presentHolder(client: Client): NonNullable<Schemas["AccountResultData"]> {
  const { firstName, middleName, lastName, gender, bornOn, phone, name, kind, bvn } = client;
  return {
    firstName: kind === "person" ? firstName : name,
    middleName,
    lastName,
    gender,
    dateOfBirth: bornOn === null ? null : formatResultDate(bornOn),
    phoneNo: phone,
    bvn,
    pixBase64: "",
  };
}

/** The holder of an account at another bank or integrator: a name is all that is told. */
export function presentName(name: string): NonNullable<Schemas["AccountResultData"]> {
  const [firstName = "", ...others] = name.split(" ");
  const lastName = others.pop() ?? "";
  const middleName = others.join(" ");
  return { firstName, middleName, lastName, gender: null, dateOfBirth: null, phoneNo: "", bvn: "", pixBase64: "" };
}
