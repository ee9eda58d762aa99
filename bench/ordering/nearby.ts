/**
 * Vendors nearby among a million: a thousand towns across Nigeria with a thousand vendors each, most of them within
 * delivery's reach of the town's middle. Questions come from customers in those towns, with the first page of twenty.
 */
import type { Pool } from "pg";
import type { EntityManager } from "typeorm";
import { openingMinutes, weekdays } from "#src/apis/ordering/vendors/opening-hours.ts";
import { vendorsNearby } from "#src/apis/ordering/vendors/vendors.ts";
import { withDatabase } from "../observability/database.ts";
import { table } from "../report.ts";

const towns = 1_000;
const vendorsPerTown = 1_000;
const questions = 3_000;
const warmUp = 200;
/** Degrees of latitude: about 7 km, one standard deviation of a vendor's distance from the middle being half of it. */
const spread = 0.063;
const budgetMs = 20;

export async function benchNearby(): Promise<void> {
  await withDatabase(async ({ owner, database: { dataSource } }) => {
    await makeVendors(owner.pool);
    for (const clients of [1, 2]) await ask(dataSource.manager, clients);
  });
}

async function makeVendors(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SET statement_timeout = 0");
    const hours = openingMinutes([{ days: weekdays, from: "07:00", to: "23:00" }]);
    await client.query(
      `INSERT INTO vendors (vendor_id, name, approved, time_zone, opening, rating_tenths, latitude, longitude)
       SELECT 'ven_' || town || '_' || vendor, 'Kitchen ' || vendor, vendor % 20 <> 0, 'Africa/Lagos', $3,
         30 + vendor % 21, place.latitude + random_normal(0, $4), place.longitude + random_normal(0, $4)
       FROM generate_series(1, $1) AS town,
         LATERAL (SELECT ${placeOfTown}) AS place, generate_series(1, $2) AS vendor`,
      [towns, vendorsPerTown, hours, spread / 2],
    );
    await client.query("VACUUM ANALYZE vendors");
  } finally {
    client.release();
  }
}

/** Spread evenly by the golden ratio, so that a town's place follows from its number: 5° to 13° north, 3° to 14° east. */
const placeOfTown = `5 + 8 * (town - 0.5) / ${towns}::float8 AS latitude,
  3 + 11 * (town * 0.6180339887 - floor(town * 0.6180339887)) AS longitude`;

async function ask(manager: EntityManager, clients: number): Promise<void> {
  const places = await manager.query<{ latitude: number; longitude: number }[]>(
    `SELECT latitude::float8, longitude::float8 FROM generate_series(1, ${towns}) AS town, LATERAL (SELECT ${placeOfTown})`,
  );
  const noon = new Date("2026-11-21T11:00:00Z");
  const times: number[] = [];
  let found = 0;
  let asked = 0;
  const client = async () => {
    for (let mine = asked++; mine < warmUp + questions; mine = asked++) {
      const town = places[(mine * 7) % places.length] ?? { latitude: 0, longitude: 0 };
      const place = { latitude: town.latitude + 0.01, longitude: town.longitude - 0.01 };
      const start = performance.now();
      const [, total] = await vendorsNearby(manager, { ...place, radiusMeters: 10_000 }, { skip: 0, take: 20 }, noon);
      if (mine < warmUp) continue;
      times.push(performance.now() - start);
      found += total;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN;
  const vendors = (towns * vendorsPerTown).toLocaleString("en");
  table(
    [`vendors nearby, of ${vendors}, ${clients} at a time`, "found", "p50 ms", "p99 ms", "max ms"],
    [["first page of 20", (found / times.length).toFixed(0), ...[0.5, 0.99, 1].map((q) => quantile(q).toFixed(1))]],
  );
  const p99 = quantile(0.99);
  console.log(`  p99 ${p99.toFixed(1)} ms (budget ${budgetMs} ms): ${p99 <= budgetMs ? "met" : "MISSED"}`);
}
