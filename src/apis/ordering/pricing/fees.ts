/** Fee schedules: each is in force from its moment on, until the next one is. None is ever changed. */
import { type EntityManager, LessThanOrEqual } from "typeorm";
import { type FeeSchedule, feeScheduleEntity } from "../entities.ts";

/** The schedule in force at a moment. */
export async function feesAt(manager: EntityManager, moment: Date): Promise<FeeSchedule> {
  const fees = await manager.findOne(feeScheduleEntity, {
    where: { effectiveFrom: LessThanOrEqual(moment) },
    order: { effectiveFrom: "DESC" },
  });
  if (fees === null) throw new Error(`no fees are in force at ${moment.toISOString()}`);
  return { ...fees, deliveryBands: fees.deliveryBands.toSorted((a, b) => a.upToMeters - b.upToMeters) };
}
