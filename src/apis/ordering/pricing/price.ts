/** The price of an order. Amounts are integers in kobo throughout, and stay far below 2^53. */

import { type EntityManager, LessThanOrEqual } from "typeorm";
import { type FeeSchedule, feeScheduleEntity } from "../entities.ts";

export interface MealLine {
  readonly quantity: number;
  readonly unitPrice: number;
}

export interface Price {
  readonly mealSubtotal: number;
  readonly serviceCharge: number;
  readonly deliveryFee: number;
  readonly total: number;
}

/** Null when nobody delivers that far. */
export function priceOf(lines: readonly MealLine[], distanceMeters: number, fees: FeeSchedule): Price | null {
  const deliveryFee = deliveryFeeFor(distanceMeters, fees);
  if (deliveryFee === null) return null;
  const mealSubtotal = lines.reduce((sum, line) => sum + lineTotal(line), 0);
  const serviceCharge = serviceChargeFor(mealSubtotal, fees);
  return { mealSubtotal, serviceCharge, deliveryFee, total: mealSubtotal + serviceCharge + deliveryFee };
}

export function lineTotal({ quantity, unitPrice }: MealLine): number {
  return quantity * unitPrice;
}

/** Null when nobody delivers that far. */
export function deliveryFeeFor(distanceMeters: number, fees: FeeSchedule): number | null {
  const band = fees.deliveryBands.find(({ upToMeters }) => distanceMeters <= upToMeters);
  return band === undefined ? null : share(band.fee, fees.surgeBasisPoints);
}

/** How far vendors deliver and are found, in metres. */
export function deliveryRadius(fees: FeeSchedule): number {
  return fees.deliveryBands.at(-1)?.upToMeters ?? 0;
}

function serviceChargeFor(mealSubtotal: number, fees: FeeSchedule): number {
  const charge = share(mealSubtotal, fees.serviceBasisPoints);
  return Math.min(Math.max(charge, fees.serviceMinimum), fees.serviceMaximum);
}

/** Halves are rounded up. In BigInt, since the product of the largest order may leave the safe integers. */
function share(amount: number, basisPoints: number): number {
  return Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n);
}

/** The fees in force at a moment: each schedule is from its moment on, until the next one is. None is ever changed. */
export async function feesAt(manager: EntityManager, moment: Date): Promise<FeeSchedule> {
  const fees = await manager.findOne(feeScheduleEntity, {
    where: { effectiveFrom: LessThanOrEqual(moment) },
    order: { effectiveFrom: "DESC" },
  });
  if (fees === null) throw new Error(`no fees are in force at ${moment.toISOString()}`);
  return { ...fees, deliveryBands: fees.deliveryBands.toSorted((a, b) => a.upToMeters - b.upToMeters) };
}
