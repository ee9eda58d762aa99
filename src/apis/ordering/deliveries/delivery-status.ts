/** The states of a delivery, and the ways between them. */
export const deliveryStatuses = [
  "PENDING",
  "ASSIGNED",
  "PICKED_UP",
  "IN_TRANSIT",
  "DELIVERED",
  "CANCELLED",
  "FAILED",
  "RETURNED",
] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The first of each is the way that goes well. */
const next: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  PENDING: ["ASSIGNED", "CANCELLED"],
  ASSIGNED: ["PICKED_UP", "CANCELLED"],
  PICKED_UP: ["IN_TRANSIT", "FAILED"],
  IN_TRANSIT: ["DELIVERED", "FAILED"],
  DELIVERED: [],
  CANCELLED: [],
  FAILED: ["RETURNED"],
  RETURNED: [],
};

/** The step that comes next when all goes well; null at the end. */
export function nextStep(from: DeliveryStatus): DeliveryStatus | null {
  return next[from][0] ?? null;
}

/** Whether nothing comes after a state. */
export function isFinal(status: DeliveryStatus): boolean {
  return next[status].length === 0;
}

/** Whether a delivery in one state may still reach another, in however many steps. */
export function canBecome(from: DeliveryStatus, to: DeliveryStatus): boolean {
  return next[from].some((step) => step === to || canBecome(step, to));
}
