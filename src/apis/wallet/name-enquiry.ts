/** The holder of an account at another bank. */
import type { EntityManager } from "typeorm";
import type { ClearingHouse } from "./clearing/clearing-house.ts";
import { bankEntity } from "./entities.ts";
import { Declined } from "./presenters/envelope.ts";

/** Throws Declined 01 for a bank that there is not, 104 for such an account, and 99 where the bank does not answer. */
export async function nameAtOtherBank(
  manager: EntityManager,
  clearingHouse: ClearingHouse,
  { bank, accountNo }: { readonly bank: string; readonly accountNo: string },
): Promise<string> {
  await otherBank(manager, bank);
  const name = await clearingHouse.nameOf(bank, accountNo);
  if (name === undefined) throw new Declined("99", "The other bank does not answer; ask again later.");
  if (name === null) throw new Declined("104", "There is no such account.");
  return name;
}

/** Throws Declined 01. */
export async function otherBank(manager: EntityManager, code: string): Promise<void> {
  if (!(await manager.existsBy(bankEntity, { code }))) throw new Declined("01", "There is no such bank.");
}
