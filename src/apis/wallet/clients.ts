/** People and companies: opening accounts for them, and who they are. */
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/wallet/contract.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { violates } from "#src/storage/violation.ts";
import { createClient, type NewClient, openAccount } from "./accounts.ts";
import { formatResultDate } from "./dates.ts";
import { type Account, accountEntity, accountNumberEntity } from "./entities/account.ts";
import { type Client, clientEntity } from "./entities/client.ts";
import type { Integrator } from "./entities/integrator.ts";
import { type BvnRecord, bvnRecordEntity } from "./entities/registries.ts";
import { pastDate } from "./findings.ts";
import { Declined } from "./presenters/envelope.ts";

/** Of a name as payers see it, in characters. */
const maxNameLength = 100;

export interface AccountOfClient {
  readonly client: Client;
  readonly account: Account;
}

/** Throws Declined 102 and 103 where a BVN is given that the registry has not, or has with another date of birth. */
export async function openFromDetails(
  database: Database,
  { id: integratorId }: Integrator,
  details: Schemas["ClientDetails"],
  now: Date,
): Promise<AccountOfClient> {
  const { firstname, lastname, middlename = "", dob, address = "", gender, phone, bvn = "" } = details;
  const bornOn = pastDate(dob, "dob", now);
  if (bvn !== "") await registryEntry(database.dataSource.manager, bvn, bornOn);
  const person = { kind: "person", firstName: firstname, middleName: middlename, lastName: lastname } as const;
  return await open(
    database,
    integratorId,
    { ...person, name: fullName(person), bvn, phone, gender: gender ?? null, bornOn, address, rcNumber: null },
    bvn === "" ? 1 : 2,
    now,
  );
}

/** Throws Declined 102, 103, and 99 where the wallet has an account for this BVN. */
export async function openFromBvn(
  database: Database,
  { id: integratorId }: Integrator,
  { bvn, dateOfBirth }: { readonly bvn: string; readonly dateOfBirth: string },
  now: Date,
): Promise<AccountOfClient> {
  const bornOn = pastDate(dateOfBirth, "dateOfBirth", now, "query");
  const { firstName, middleName, lastName, gender, phone } = await registryEntry(
    database.dataSource.manager,
    bvn,
    bornOn,
  );
  const person = { kind: "person", firstName, middleName, lastName } as const;
  return await open(
    database,
    integratorId,
    { ...person, name: fullName(person), bvn, phone, gender, bornOn, address: "", rcNumber: null },
    2,
    now,
  );
}

/** Throws Declined 102 for the director's BVN, and 99 where the company has an account. */
export async function openForCompany(
  database: Database,
  { id: integratorId }: Integrator,
  { rcNumber, companyName, incorporationDate, bvn }: Schemas["CorporateDetails"],
  now: Date,
): Promise<AccountOfClient> {
  const bornOn = pastDate(incorporationDate, "incorporationDate", now);
  const director = await findBvn(database.dataSource.manager, bvn);
  const company = { kind: "company", firstName: "", middleName: "", lastName: "", gender: null, address: "" } as const;
  return await open(
    database,
    integratorId,
    { ...company, name: companyName, bvn, phone: director.phone, bornOn, rcNumber: rcNumber.toUpperCase() },
    3,
    now,
  );
}

/** Throws Declined 102. */
export async function findBvn(manager: EntityManager, bvn: string): Promise<BvnRecord> {
  const record = await manager.findOneBy(bvnRecordEntity, { bvn });
  if (record === null) throw new Declined("102", "There is no such BVN.");
  return record;
}

/** An account of this bank with its holder, in whosoever's books it is. Throws Declined with `status`. */
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
  return { account, client };
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
  const { firstName, middleName, lastName, gender, bornOn, phone } = record;
  return {
    firstName,
    middleName,
    lastName,
    gender,
    dateOfBirth: formatResultDate(bornOn),
    phoneNo: phone,
    pixBase64: "",
  };
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
    if (violates(error, "wallet_clients_bvn")) throw new Declined("99", "This wallet has an account for this BVN.");
    if (violates(error, "wallet_clients_company"))
      throw new Declined("99", "The company has an account in this wallet.");
    throw error;
  }
}

function fullName({ firstName, middleName, lastName }: Pick<Client, "firstName" | "middleName" | "lastName">): string {
  const name = [firstName, middleName, lastName].filter((part) => part !== "").join(" ");
  return [...name].slice(0, maxNameLength).join("");
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
