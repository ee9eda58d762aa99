/** Notifications of integrators, as signed webhooks: written in the ledger's transaction, so that they tell of booked transfers and of nothing else. */
import { emitBareEvent, newEventId } from "#src/webhooks/events.ts";
import type { Owner } from "#src/webhooks/owner.ts";
import type { LedgerRequest } from "./ledger/ledger.ts";
import { presentInwardCredit, presentReturn } from "./presenters/transfers.ts";

const inwardCreditEvent = "inward.credit";
const transferReturnedEvent = "transfer.returned";
export const eventNames = [inwardCreditEvent, transferReturnedEvent] as const;

type Notify = NonNullable<LedgerRequest["alongside"]>;

/** The sandbox is the only environment there is. */
export function ownerOf(integratorId: string): Owner {
  return { ownerId: integratorId, environment: "test" };
}

/** Tells the payee's integrator of a credit, if there is one. */
export const notifyPayee: Notify = async (client, { inward }) => {
  if (inward === null) return;
  const body = JSON.stringify(presentInwardCredit(inward));
  const event = { eventId: newEventId(), type: inwardCreditEvent, body };
  await emitBareEvent(client, ownerOf(inward.integratorId), event, inward.createdAt);
};

/** Tells the payer's integrator of a transfer that came back. */
export const notifyPayer: Notify = async (client, { transfer }) => {
  const event = { eventId: newEventId(), type: transferReturnedEvent, body: JSON.stringify(presentReturn(transfer)) };
  await emitBareEvent(client, ownerOf(transfer.integratorId), event);
};
