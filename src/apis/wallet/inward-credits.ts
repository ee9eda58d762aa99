/** Money that comes in: from other banks (the sandbox simulates it) and from other integrators of this bank. */
import type { EntityManager } from "typeorm";
import { risingId } from "#src/storage/rising-id.ts";
import { accountEntity, type Integrator } from "./entities.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { systemAccounts, type Transfer } from "./ledger/transfer.ts";
import { notifyPayee } from "./notifications.ts";
import { transferBy } from "./outcomes.ts";
import { Declined } from "./presenters/envelope.ts";
import { newSessionId } from "./session-id.ts";

/**
 * The name of the wallet as it is, or before onboarding the integrator's in plain letters, and a rising id, since lists of credits
 * break ties by it; at most 73 characters.
 */
export function newInwardReference({ walletName, name }: Pick<Integrator, "walletName" | "name">): string {
  const prefix = walletName ?? (name.replace(/[^A-Za-z0-9]/g, "").slice(0, 40) || "Wallet");
  return `${prefix}-${risingId().replaceAll("-", "")}`;
}

export interface InwardCredit {
  readonly accountNo: string;
  /** Kobo. */
  readonly amount: bigint;
  readonly senderAccountNo: string;
  readonly senderBank: string;
  readonly senderName: string;
  readonly narration: string;
}

/** Posts the credit and writes its notification in the same transaction. Throws Declined 104 and 99. */
export async function creditFromOutside(
  { manager, ledger }: { readonly manager: EntityManager; readonly ledger: Ledger },
  integrator: Integrator,
  { accountNo, amount, senderAccountNo, senderBank, senderName, narration }: InwardCredit,
  now: Date,
): Promise<Transfer> {
  const { id: integratorId } = integrator;
  const account = await manager.findOneBy(accountEntity, { integratorId, accountNo });
  if (account === null) throw new Declined("104", "There is no such account.");
  const isOneTime = account.kind === "virtual";
  const outcome = await ledger.submit(
    {
      order: "move",
      reference: newInwardReference(integrator),
      sessionId: newSessionId(senderBank, now),
      kind: isOneTime ? "ONE_TIME" : "INWARD",
      from: { integratorId, accountNo: systemAccounts.clearing },
      to: { integratorId, accountNo },
      ...(isOneTime && { onward: { integratorId, accountNo: account.settlesTo ?? integrator.poolAccountNo } }),
      amount,
      details: {
        remark: narration,
        payerName: senderName,
        payeeName: account.name,
        bank: senderBank,
        bankAccount: senderAccountNo,
      },
    },
    notifyPayee,
  );
  return transferBy(outcome);
}
