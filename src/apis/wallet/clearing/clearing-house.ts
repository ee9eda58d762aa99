/**
 * The clearing house between banks, as its client. A transfer is put to it under its session id, as often as it takes to
 * get an answer: the house settles a session once. What cannot be understood or does not come in time is no answer, and the
 * transfer stays pending until one comes.
 */
import type { EntityManager } from "typeorm";
import { audit } from "#src/identity/audit.ts";
import { OutsideService } from "#src/outside/outside-service.ts";
import { encryptSecret, type MasterKey } from "#src/storage/master-key.ts";
import type { SealedColumn } from "#src/storage/sealed-columns.ts";
import { clearingHouseEntity } from "../entities/clearing-house.ts";
import type { Transfer } from "../ledger/transfer.ts";
import { formatAmount } from "../money.ts";

export type ClearingAnswer = "SETTLED" | "FAILED" | "PENDING";

/** A transfer that the house had settled and the other bank has sent back. */
export interface ReturnedTransfer {
  readonly sessionId: string;
  /** The account that had paid it. */
  readonly fromAccount: string;
}

const secretName = "wallet_clearing_house/secret";

/** Where it is, for another master key. */
export const sealedSecret: SealedColumn = {
  table: "wallet_clearing_house",
  key: ["singleton"],
  column: "secret",
  placeOf: () => secretName,
};

export interface ClearingHouseOptions {
  readonly manager: EntityManager;
  readonly masterKey: MasterKey;
}

export interface NewClearingHouse {
  readonly url: string;
  readonly secret: string;
  /** Whether it is the one that plays other banks. */
  readonly sandbox: boolean;
}

/** Says where the clearing house is; from then on transfers go there. */
export async function registerClearingHouse(
  { manager, masterKey }: ClearingHouseOptions,
  { url, secret, sandbox }: NewClearingHouse,
): Promise<void> {
  const row = { singleton: true as const, url, secret: encryptSecret(masterKey, secret, secretName), sandbox };
  await manager.transaction(async (own) => {
    await own.upsert(clearingHouseEntity, row, ["singleton"]);
    await audit(own, { action: "clearing_house.registered", subject: new URL(url).origin });
  });
}

/** Whether money can come in through a real clearing house, so that it is not to be simulated. */
export function hasRealClearingHouse(manager: EntityManager): Promise<boolean> {
  return manager.existsBy(clearingHouseEntity, { singleton: true, sandbox: false });
}

export class ClearingHouse {
  readonly #service: OutsideService;

  constructor(options: ClearingHouseOptions) {
    this.#service = new OutsideService({ ...options, entity: clearingHouseEntity, secretName });
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
    const answer = await this.#service.call("POST", "/transfers", body);
    const status = answer?.status === 200 ? (answer.body as { status?: unknown }).status : undefined;
    return status === "SETTLED" || status === "FAILED" ? status : "PENDING";
  }

  /** The name of an account's holder at another bank; null where there is none, undefined where nobody has answered. */
  async nameOf(bank: string, accountNo: string): Promise<string | null | undefined> {
    const answer = await this.#service.call("GET", `/banks/${bank}/accounts/${accountNo}`);
    if (answer?.status === 404) return null;
    const name = answer?.status === 200 ? (answer.body as { name?: unknown }).name : undefined;
    return typeof name === "string" ? name.slice(0, 100) : undefined;
  }

  /** What was returned and not acknowledged yet; nothing where the house does not answer. */
  async returned(): Promise<readonly ReturnedTransfer[]> {
    const answer = await this.#service.call("GET", "/returns");
    const { returns } = (answer?.status === 200 ? answer.body : {}) as { returns?: unknown };
    return Array.isArray(returns) ? returns.filter(isReturned) : [];
  }

  /** The house does not speak of this return again. Where that gets lost it will, and nothing is done twice. */
  async acknowledgeReturn({ sessionId }: ReturnedTransfer): Promise<void> {
    await this.#service.call("DELETE", `/returns/${encodeURIComponent(sessionId)}`);
  }
}

function isReturned(value: unknown): value is ReturnedTransfer {
  if (typeof value !== "object" || value === null) return false;
  const { sessionId, fromAccount } = value as Partial<ReturnedTransfer>;
  return typeof sessionId === "string" && typeof fromAccount === "string";
}
