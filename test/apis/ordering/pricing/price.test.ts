import { expect } from "chai";
import fc from "fast-check";
import type { FeeSchedule } from "#src/apis/ordering/entities.ts";
import { deliveryRadius, priceOf } from "#src/apis/ordering/pricing/price.ts";

const maxPrice = 100_000_000;

const schedules: fc.Arbitrary<FeeSchedule> = fc
  .record({
    serviceBasisPoints: fc.integer({ min: 0, max: 10_000 }),
    bounds: fc.tuple(fc.nat(maxPrice), fc.nat(maxPrice)),
    surgeBasisPoints: fc.integer({ min: 10_000, max: 100_000 }),
    steps: fc.array(fc.record({ meters: fc.integer({ min: 1, max: 5_000 }), fee: fc.nat(maxPrice) }), {
      minLength: 1,
      maxLength: 6,
    }),
  })
  .map(({ bounds, steps, ...rest }) => {
    let reach = 0;
    return {
      ...rest,
      effectiveFrom: new Date(0),
      serviceMinimum: Math.min(...bounds),
      serviceMaximum: Math.max(...bounds),
      deliveryBands: steps.map(({ meters, fee }) => {
        reach += meters;
        return { upToMeters: reach, fee };
      }),
    };
  });

const orders = fc.array(
  fc.record({ quantity: fc.integer({ min: 1, max: 99 }), unitPrice: fc.integer({ min: 1, max: maxPrice }) }),
  { minLength: 1, maxLength: 50 },
);

const fees: FeeSchedule = {
  effectiveFrom: new Date(0),
  serviceBasisPoints: 500,
  serviceMinimum: 10_000,
  serviceMaximum: 200_000,
  surgeBasisPoints: 10_000,
  deliveryBands: [
    { upToMeters: 1_000, fee: 50_000 },
    { upToMeters: 10_000, fee: 150_000 },
  ],
};

describe("the price of an order", () => {
  it("is the sum of its parts: whole kobo, never negative, never rounded away", () => {
    fc.assert(
      fc.property(orders, schedules, fc.double({ min: 0, max: 30_000, noNaN: true }), (lines, schedule, meters) => {
        const price = priceOf(lines, meters, schedule);
        expect(price === null).to.equal(meters > deliveryRadius(schedule));
        if (price === null) return;
        const { mealSubtotal, serviceCharge, deliveryFee, total } = price;
        for (const amount of [mealSubtotal, serviceCharge, deliveryFee, total]) {
          expect(Number.isSafeInteger(amount) && amount >= 0, String(amount)).to.equal(true);
        }
        const exact = lines.reduce((sum, line) => sum + BigInt(line.quantity) * BigInt(line.unitPrice), 0n);
        expect(BigInt(mealSubtotal)).to.equal(exact);
        expect(total).to.equal(mealSubtotal + serviceCharge + deliveryFee);
        expect(serviceCharge).to.be.within(schedule.serviceMinimum, schedule.serviceMaximum);
      }),
    );
  });

  it("never falls when more is ordered, or when it surges", () => {
    fc.assert(
      fc.property(orders, schedules, (lines, schedule) => {
        const total = (given: typeof lines, by: FeeSchedule = schedule) => priceOf(given, 0, by)?.total ?? Number.NaN;
        const [first = { quantity: 1, unitPrice: 1 }] = lines;
        expect(total([...lines, first])).to.be.at.least(total(lines));
        expect(total(lines, { ...schedule, surgeBasisPoints: 100_000 })).to.be.at.least(total(lines));
      }),
    );
  });

  it("charges a share of the meals for service, halves rounded up, between its bounds", () => {
    const service = (unitPrice: number) => priceOf([{ quantity: 1, unitPrice }], 0, fees)?.serviceCharge;
    expect(service(1)).to.equal(10_000);
    expect(service(1_000_000)).to.equal(50_000);
    expect(service(1_000_010)).to.equal(50_001);
    expect(service(1_000_009)).to.equal(50_000);
    expect(service(99_000_000)).to.equal(200_000);
  });

  it("has every band reach to its last metre", () => {
    const fee = (meters: number) => priceOf([{ quantity: 1, unitPrice: 1 }], meters, fees)?.deliveryFee;
    expect([0, 1_000, 1_000.001, 10_000].map(fee)).to.deep.equal([50_000, 50_000, 150_000, 150_000]);
    expect(fee(10_000.001)).to.equal(undefined);
  });

  it("surges the delivery only, and only when told to", () => {
    const surging = { ...fees, surgeBasisPoints: 12_500 };
    const [calm, busy] = [fees, surging].map((by) => priceOf([{ quantity: 2, unitPrice: 400_000 }], 500, by));
    expect(busy).to.deep.equal({ ...calm, deliveryFee: 62_500, total: (calm?.total ?? 0) + 12_500 });
  });
});
