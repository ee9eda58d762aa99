import { expect } from "chai";
import fc from "fast-check";
import type { Schemas } from "#generated/ordering/contract.ts";
import { onGrid } from "#src/apis/ordering/place.ts";
import { addresses, sharedOrderingServer } from "#test/builders/ordering.ts";
import { runs } from "#test/support/runs.ts";

type Page = Schemas["NearbyVendors"];
interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The radius of PostgreSQL's earth, in metres. */
const earth = 6_378_168;

/** The haversine formula: nothing of PostgreSQL's geometry is in it. */
function distance(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [phi1, phi2] = [radians(a.latitude), radians(b.latitude)];
  const h =
    Math.sin((phi2 - phi1) / 2) ** 2 +
    Math.cos(phi1) * Math.cos(phi2) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(h)));
}

describe("listNearbyVendors", () => {
  const server = sharedOrderingServer();
  const path = ({ latitude, longitude }: Point, more: Record<string, unknown> = {}) =>
    `${addresses.nearby}?${new URLSearchParams({ latitude: `${latitude}`, longitude: `${longitude}`, ...more })}`;
  const near = (point: Point, more?: Record<string, unknown>) => server.must(server.get<Page>(path(point, more)));
  const idsOf = ({ items }: Page) => items.map(({ vendorId }) => vendorId);

  describe("200", () => {
    it("lists vendors within ten kilometres, the nearest first", async () => {
      const place = { latitude: 9.06, longitude: 7.49 };
      const far = await server.aVendor({ latitude: 9.1, longitude: 7.49 });
      const close = await server.aVendor({ latitude: 9.061, longitude: 7.49, ratingTenths: null });
      await server.aVendor({ latitude: 9.16, longitude: 7.49 });
      const page = await near(place);
      expect(page).to.deep.equal({
        items: [
          { vendorId: close.vendorId, name: "Mama Put Kitchen", distanceMeters: 111, open: true, rating: null },
          { vendorId: far.vendorId, name: "Mama Put Kitchen", distanceMeters: 4453, open: true, rating: 4.6 },
        ],
        page: 1,
        pageSize: 20,
        total: 2,
      });
    });

    it("leaves out vendors that are not approved or closed", async () => {
      const place = { latitude: 12, longitude: 8.5 };
      await server.aVendor({ ...place, approved: false });
      await server.aVendor({ ...place, hours: [] });
      expect(await near(place)).to.deep.equal({ items: [], page: 1, pageSize: 20, total: 0 });
    });

    it("takes places that are nowhere but by a hair", async () => {
      expect((await near({ latitude: 5e-324, longitude: -5e-324 })).items).to.be.an("array");
    });

    it("pages through vendors at one place without repeating or missing any", async () => {
      const place = { latitude: 4.8, longitude: 7 };
      const made = await Promise.all(Array.from({ length: 25 }, () => server.aVendor(place)));
      const seen: string[] = [];
      for (const page of [1, 2, 3]) {
        const answer = await near(place, { page, pageSize: 10 });
        expect(answer).to.include({ page, pageSize: 10, total: 25 });
        seen.push(...idsOf(answer));
      }
      expect(seen).to.have.members(made.map(({ vendorId }) => vendorId));
      expect(new Set(seen).size).to.equal(25);
      expect(await near(place, { page: 4, pageSize: 10 }))
        .to.include({ page: 4, total: 25 })
        .and.deep.include({ items: [] });
    });

    it("finds what a brute-force search finds, at the poles and the antimeridian too", async () => {
      const centers = [
        { latitude: 0, longitude: 180 },
        { latitude: 65, longitude: -180 },
        { latitude: 90, longitude: 0 },
        { latitude: -90, longitude: 77 },
        { latitude: 51.5, longitude: 0 },
        { latitude: -33.9, longitude: 151.2 },
      ] as const;
      const around = fc.record({
        center: fc.constantFrom(...centers),
        north: fc.double({ min: -0.16, max: 0.16, noNaN: true }),
        east: fc.double({ min: -1, max: 1, noNaN: true }),
      });
      /** Up to some 18 km away in each direction; over a pole the way goes on along the opposite meridian. */
      const placeOf = ({ center, north, east }: typeof around extends fc.Arbitrary<infer T> ? T : never): Point => {
        const latitude = Math.max(-90, Math.min(90, center.latitude + north));
        const spread = Math.abs(center.latitude) === 90 ? 180 : 0.16 / Math.cos((center.latitude * Math.PI) / 180);
        const longitude = center.longitude + east * spread;
        return { latitude, longitude: ((longitude + 540) % 360) - 180 };
      };
      const vendors = new Map<string, Point>();
      for (const place of fc.sample(around, { numRuns: 300, seed: 7 }).map(placeOf)) {
        vendors.set((await server.aVendor({ ...onGrid(place), prices: [] })).vendorId, place);
      }
      await fc.assert(
        fc.asyncProperty(around.map(placeOf), async (place) => {
          const pages = await near(place, { pageSize: 100 });
          const found = new Map(pages.items.map((vendor) => [vendor.vendorId, vendor.distanceMeters]));
          for (const [vendorId, at] of vendors) {
            const meters = distance(place, at);
            // On the circle itself two formulas may differ in the last digits.
            if (Math.abs(meters - 10_000) < 0.01) continue;
            expect(found.has(vendorId), `${JSON.stringify({ place, at, meters })}`).to.equal(meters < 10_000);
            if (meters < 10_000) expect(found.get(vendorId)).to.be.closeTo(meters, 0.51);
          }
          const inOrder = pages.items.map(({ distanceMeters }) => distanceMeters);
          expect(inOrder).to.deep.equal([...inOrder].sort((a, b) => a - b));
        }),
        { numRuns: runs(100) },
      );
    });
  });
});
