/** Fee schedules: each is in force from its moment on, until the next one is. None is ever changed. */
import type { Queryable } from "../queryable.ts";
import type { DeliveryBand, FeeSchedule } from "./price.ts";

interface FeeRow {
  effective_from: Date;
  service_basis_points: number;
  service_minimum: number;
  service_maximum: number;
  surge_basis_points: number;
  delivery_bands: DeliveryBand[];
}

/** The schedule in force at a moment. */
export async function feesAt(on: Queryable, moment: Date): Promise<FeeSchedule> {
  const { rows } = await on.query<FeeRow>(
    "SELECT * FROM fee_schedules WHERE effective_from <= $1 ORDER BY effective_from DESC LIMIT 1",
    [moment],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no fees are in force at ${moment.toISOString()}`);
  return {
    effectiveFrom: row.effective_from,
    serviceBasisPoints: row.service_basis_points,
    serviceMinimum: row.service_minimum,
    serviceMaximum: row.service_maximum,
    surgeBasisPoints: row.surge_basis_points,
    deliveryBands: [...row.delivery_bands].sort((a, b) => a.upToMeters - b.upToMeters),
  };
}
