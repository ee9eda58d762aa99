/**
 * The clearing house between banks, as its client. A transfer is put to it under its session id, as often as it takes to
 * get an answer: the house settles a session once. What cannot be understood or does not come in time is no answer, and the
 * transfer stays pending until one comes.
 */

import type { EntityManager } from "typeorm";
import { OutsideService, type ServiceAccess } from "#src/outside/outside-service.ts";
import { bankEntity } from "../entities.ts";
import type { Transfer } from "../ledger/transfer.ts";
import { formatAmount } from "../money.ts";
import { Declined } from "../presenters/envelope.ts";

export type ClearingAnswer = "SETTLED" | "FAILED" | "PENDING";

/** A transfer that the house had settled and the other bank has sent back. */
export interface ReturnedTransfer {
  readonly sessionId: string;
  /** The account that had paid it. */
  readonly fromAccount: string;
}

/** When it is not a sandbox's, money comes in through it, and is not simulated. */
export const clearingHouseService = new OutsideService("wallet_clearing_house", "clearing_house.registered");

export class ClearingHouse {
  readonly #access: ServiceAccess;

  constructor(access: ServiceAccess) {
    this.#access = access;
  }

  /** Puts a pending transfer to the house, whose trouble is PENDING. Throws what the database throws. */
  async settle({ sessionId, amount, accountNo, details }: Transfer): Promise<ClearingAnswer> {
    const body = {
      sessionId,
      amount: formatAmount(amount),
      fromAccount: accountNo,
      toBank: details.bank,
      toAccount: details.bankAccount,
      narration: details.remark,
    };
    const answer = await clearingHouseService.call(this.#access, "POST", "/transfers", body);
    const status = answer?.status === 200 ? (answer.body as { status?: unknown }).status : undefined;
    return status === "SETTLED" || status === "FAILED" ? status : "PENDING";
  }

  /** The name of an account's holder at another bank; null where there is none, undefined where nobody has answered. */
  async nameOf(bank: string, accountNo: string): Promise<string | null | undefined> {
    const path = `/banks/${encodeURIComponent(bank)}/accounts/${encodeURIComponent(accountNo)}`;
    const answer = await clearingHouseService.call(this.#access, "GET", path);
    if (answer?.status === 404) return null;
    const name = answer?.status === 200 ? (answer.body as { name?: unknown }).name : undefined;
    return typeof name === "string" ? name.slice(0, 100) : undefined;
  }

  /**
   * A page of what was returned and not acknowledged yet, in the order of session ids, behind this one or from the first on. Null where the
   * house does not answer.
   */
  async returned(behind: string | null): Promise<readonly ReturnedTransfer[] | null> {
    const path = behind === null ? "/returns" : `/returns?after=${encodeURIComponent(behind)}`;
    const answer = await clearingHouseService.call(this.#access, "GET", path);
    const { returns } = (answer?.status === 200 ? answer.body : {}) as { returns?: unknown };
    return Array.isArray(returns) ? returns.filter(isReturned) : null;
  }

  /** The house does not speak of this return again. Where that gets lost it will, and nothing is done twice. */
  async acknowledgeReturn({ sessionId }: ReturnedTransfer): Promise<void> {
    await clearingHouseService.call(this.#access, "DELETE", `/returns/${encodeURIComponent(sessionId)}`);
  }
}

function isReturned(value: unknown): value is ReturnedTransfer {
  if (typeof value !== "object" || value === null) return false;
  const { sessionId, fromAccount } = value as Partial<ReturnedTransfer>;
  return typeof sessionId === "string" && typeof fromAccount === "string";
}

/** The holder of an account at another bank. Throws Declined 01 for a bank that there is not, 104 for such an account, and 99 where the bank does not answer. */
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
