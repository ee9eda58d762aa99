import { column, declareEntity, type Row } from "#src/storage/entity.ts";

export interface DeliveryBand {
  /** The band reaches this far, inclusive. */
  readonly upToMeters: number;
  readonly fee: number;
}

/** Fees in force from a moment until the next schedule's. */
export const feeScheduleEntity = declareEntity("fee_schedules", {
  effectiveFrom: column.milliseconds.key,
  /** Ten-thousandths of the meals. */
  serviceBasisPoints: column.integer,
  serviceMinimum: column.integer,
  serviceMaximum: column.integer,
  /** Ten-thousandths of the delivery fee; 10,000 is no surge. */
  surgeBasisPoints: column.integer,
  /** The nearest first; the last one's reach is how far anybody delivers. */
  deliveryBands: column.jsonb<readonly DeliveryBand[]>(),
});

export type FeeSchedule = Row<typeof feeScheduleEntity>;
