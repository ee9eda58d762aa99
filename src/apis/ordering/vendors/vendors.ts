// SQL: distances and opening hours are computed where their index is.
/** Vendors on the map: who is near and open, and how one of them is seen from a place. */
import type { EntityManager } from "typeorm";
import type { RowRange } from "#src/http/numbered-page.ts";
import { type Meal, mealEntity, vendorEntity } from "../entities.ts";
import { onGrid, type Place } from "../place.ts";
import { noSuch } from "../refusals.ts";

/** A vendor as seen from a place at a moment. */
export interface SeenVendor {
  readonly vendorId: string;
  readonly name: string;
  /** As the crow flies on PostgreSQL's earth, a sphere with a radius of 6378.168 km (earthdistance). */
  readonly distanceMeters: number;
  readonly open: boolean;
  /** Tenths of a star. */
  readonly ratingTenths: number | null;
}

/** An approved vendor, or null. */
export async function vendorSeenFrom(
  manager: EntityManager,
  vendorId: string,
  place: Place,
  now: Date,
): Promise<SeenVendor | null> {
  const { latitude, longitude } = onGrid(place);
  const [vendor] = await manager.query<SeenVendor[]>(
    `SELECT vendor_id AS "vendorId", name, earth_distance(place, ll_to_earth($2, $3)) AS "distanceMeters",
       opening @> minute_of_week($4, time_zone) AS open, rating_tenths AS "ratingTenths"
     FROM vendors WHERE vendor_id = $1 AND approved`,
    [vendorId, latitude, longitude, now],
  );
  return vendor ?? null;
}

export interface NearbySearch extends Place {
  readonly radiusMeters: number;
}

/**
 * The approved vendors within the radius that are open now, the nearest first. The index vendors_place finds those in a
 * box around the place in three dimensions, where neither the poles nor the antimeridian are special. They are compared
 * by the straight line through the earth, which is cheap and gives the same order; only the page is measured. Also
 * returns how many there are on all pages.
 */
export async function vendorsNearby(
  manager: EntityManager,
  { radiusMeters, ...place }: NearbySearch,
  { skip, take }: RowRange,
  now: Date,
): Promise<[items: SeenVendor[], total: number]> {
  const { latitude, longitude } = onGrid(place);
  const [found] = await manager.query<{ total: number; items: SeenVendor[] }[]>(
    `WITH near AS MATERIALIZED (
       SELECT vendor_id, name, rating_tenths, cube_distance(place, ll_to_earth($1, $2)) AS line
       FROM vendors
       WHERE approved AND place <@ earth_box(ll_to_earth($1, $2), $3)
         AND cube_distance(place, ll_to_earth($1, $2)) <= gc_to_sec($3)
         AND opening @> minute_of_week($4, time_zone)
     ), page AS (
       SELECT * FROM near ORDER BY line, vendor_id LIMIT $5 OFFSET $6
     )
     SELECT (SELECT count(*)::integer FROM near) AS total,
       coalesce(json_agg(json_build_object('vendorId', vendor_id, 'name', name, 'distanceMeters', sec_to_gc(line),
         'open', true, 'ratingTenths', rating_tenths) ORDER BY line, vendor_id), '[]') AS items
     FROM page`,
    [latitude, longitude, radiusMeters, now, take, skip],
  );
  return [found?.items ?? [], found?.total ?? 0];
}

/** How many meals a menu shows at most. */
const maxMeals = 500;

/** By name. Throws Problem NOT_FOUND where there is no such approved vendor. */
export async function menuOf(manager: EntityManager, vendorId: string): Promise<Meal[]> {
  if (!(await manager.existsBy(vendorEntity, { vendorId, approved: true }))) throw noSuch("vendor");
  return await manager.find(mealEntity, {
    where: { vendorId },
    order: { name: "ASC", mealId: "ASC" },
    take: maxMeals,
  });
}
