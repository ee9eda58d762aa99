import type { Delivery, StoredStep } from "../entities/delivery.ts";

/** All steps that a delivery has made, as far as they were written down. */
export function stepsOf({
  status,
  steps,
  createdAt,
  updatedAt,
}: Pick<Delivery, "status" | "steps" | "createdAt" | "updatedAt">): readonly StoredStep[] {
  const known = steps.length > 0 ? steps : [{ status: "PENDING" as const, at: createdAt.toISOString() }];
  return known.at(-1)?.status === status ? known : [...known, { status, at: updatedAt.toISOString() }];
}
