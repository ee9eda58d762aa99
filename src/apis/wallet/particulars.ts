/** What a transfer says of payer and beneficiary beside their accounts: whatever is given has to be true. */
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/wallet/contract.ts";
import type { FieldError } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import type { AccountDirectory, KnownAccount } from "./account-directory.ts";
import { clientEntity, type Integrator } from "./entities.ts";
import { finding, invalidRequest } from "./findings.ts";

/**
 * Of the beneficiary at another bank nothing is known here but the account. Throws Problem VALIDATION_FAILED with every field that is
 * not true, and Declined 104 for a payer that there is not.
 */
export async function checkParticulars(
  { database, accounts }: { readonly database: Pick<Database, "dataSource">; readonly accounts: AccountDirectory },
  integrator: Integrator,
  request: Schemas["TransferRequest"],
): Promise<void> {
  const { fromClientId, fromClient, fromSavingsId, fromBvn, toClientId, toSavingsId, toBvn, transferType } = request;
  const ofPayer = { clientId: fromClientId, savingsId: fromSavingsId, bvn: fromBvn, name: fromClient };
  const ofPayee = transferType === "intra" ? { clientId: toClientId, savingsId: toSavingsId, bvn: toBvn } : {};
  const { manager } = database.dataSource;
  const findings: FieldError[] = [];
  if (Object.values(ofPayer).some(Boolean)) {
    const payer = await accounts.own(integrator, request.fromAccount);
    findings.push(...(await untrue(manager, payer, ofPayer, fieldsOfPayer)));
  }
  if (Object.values(ofPayee).some(Boolean)) {
    const payee = await accounts.find(integrator, request.toAccount);
    if (payee !== null) findings.push(...(await untrue(manager, payee, ofPayee, fieldsOfPayee)));
  }
  if (findings.length > 0) throw invalidRequest(findings);
}

type Particular = "clientId" | "savingsId" | "bvn" | "name";
type Given = { readonly [Name in Particular]?: string | undefined };

type Fields = Readonly<Record<Particular, string>>;

const fieldsOfPayer = { clientId: "fromClientId", savingsId: "fromSavingsId", bvn: "fromBvn", name: "fromClient" };
const fieldsOfPayee = { clientId: "toClientId", savingsId: "toSavingsId", bvn: "toBvn", name: "toClient" };

async function untrue(
  manager: EntityManager,
  { integratorId, clientId, savingsId, name }: KnownAccount,
  given: Given,
  fields: Fields,
): Promise<FieldError[]> {
  const holder = given.bvn ? await manager.findOneBy(clientEntity, { integratorId, id: clientId }) : null;
  const known = { clientId, savingsId, bvn: holder?.bvn ?? "", name: spoken(name) };
  const said = { ...given, ...(given.name !== undefined && { name: spoken(given.name) }) };
  return (Object.keys(fields) as Particular[])
    .filter((particular) => said[particular] && said[particular] !== known[particular])
    .map((particular) => finding(fields[particular], "untrue", "is not what the account has"));
}

/** Names are the same whatever their case, and however many spaces are between their parts. */
function spoken(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}
