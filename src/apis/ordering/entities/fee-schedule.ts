import { EntitySchema } from "typeorm";
import type { FeeSchedule } from "../pricing/price.ts";

export const feeScheduleEntity = new EntitySchema<FeeSchedule>({
  name: "FeeSchedule",
  tableName: "fee_schedules",
  columns: {
    effectiveFrom: { name: "effective_from", type: "timestamptz", precision: 3, primary: true },
    serviceBasisPoints: { name: "service_basis_points", type: "integer" },
    serviceMinimum: { name: "service_minimum", type: "integer" },
    serviceMaximum: { name: "service_maximum", type: "integer" },
    surgeBasisPoints: { name: "surge_basis_points", type: "integer" },
    deliveryBands: { name: "delivery_bands", type: "jsonb" },
  },
});
