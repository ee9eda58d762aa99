/** The vendors of the demo city: Lagos, the same on every first start. */
import type { Meal, Vendor } from "../entities.ts";
import { always, type OpeningHours, openingMinutes, weekdays } from "./opening-hours.ts";

export interface DemoVendor extends Vendor {
  readonly meals: readonly Pick<Meal, "mealId" | "name" | "price">[];
}

const vendorCount = 240;

/** The demo's own vendor, in the middle of the city and always open. */
const firstVendorPlace = { latitude: 6.4281, longitude: 3.4219 };

/** Where people eat, with how far its kitchens spread, in degrees. */
const districts = [
  { name: "Victoria Island", latitude: 6.4281, longitude: 3.4219, spread: 0.012 },
  { name: "Lekki", latitude: 6.4478, longitude: 3.4723, spread: 0.02 },
  { name: "Ikoyi", latitude: 6.4549, longitude: 3.4346, spread: 0.012 },
  { name: "Lagos Island", latitude: 6.4541, longitude: 3.3947, spread: 0.008 },
  { name: "Apapa", latitude: 6.4488, longitude: 3.359, spread: 0.01 },
  { name: "Surulere", latitude: 6.4926, longitude: 3.3568, spread: 0.015 },
  { name: "Yaba", latitude: 6.5095, longitude: 3.3711, spread: 0.01 },
  { name: "Ikeja", latitude: 6.6018, longitude: 3.3515, spread: 0.02 },
] as const;

const owners = ["Mama Ngozi", "Iya Basira", "Chef Tunde", "Aunty Bisi", "Uncle Emeka", "Sisi Yemi", "Oga Danladi"];
const kinds = ["Kitchen", "Bukka", "Grill", "Suya Spot", "Canteen", "Pepper Soup House", "Amala Joint", "Bakery"];

const dishes = [
  ["Jollof rice with chicken", 250_000],
  ["Fried rice with turkey", 320_000],
  ["Ofada rice with ayamase", 280_000],
  ["Amala with ewedu and gbegiri", 180_000],
  ["Pounded yam with egusi", 300_000],
  ["Eba with okra soup", 200_000],
  ["Moi moi", 80_000],
  ["Akara with pap", 90_000],
  ["Beef suya", 150_000],
  ["Grilled catfish", 450_000],
  ["Goat pepper soup", 260_000],
  ["Plantain and beans", 160_000],
  ["Meat pie", 70_000],
  ["Zobo, half a litre", 50_000],
] as const satisfies readonly (readonly [string, number])[];

const workingHours: readonly (readonly OpeningHours[])[] = [
  [{ days: weekdays, from: "08:00", to: "22:00" }],
  [{ days: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], from: "07:00", to: "19:30" }],
  [{ days: weekdays, from: "17:00", to: "03:00" }],
  [
    { days: ["Mon", "Tue", "Wed", "Thu"], from: "10:00", to: "23:00" },
    { days: ["Fri", "Sat"], from: "10:00", to: "04:00" },
    { days: ["Sun"], from: "12:00", to: "22:00" },
  ],
  always,
];

export function demoCity(): DemoVendor[] {
  const random = seededRandom(20_261_121);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: vendorCount }, (_, index) => {
    const first = index === 0;
    const number = String(index + 1).padStart(3, "0");
    const district = first ? districts[0] : pick(districts);
    const near = (center: number) => center + (random() + random() - 1) * district.spread;
    return {
      vendorId: `ven_lagos_${number}`,
      name: first ? "Mama Put Kitchen" : `${pick(owners)} ${pick(kinds)}, ${district.name}`,
      approved: first || random() < 0.95,
      timeZone: "Africa/Lagos",
      opening: openingMinutes(first ? always : pick(workingHours)),
      ratingTenths: first ? 46 : random() < 0.9 ? 30 + Math.floor(random() * 21) : null,
      ...(first ? firstVendorPlace : { latitude: near(district.latitude), longitude: near(district.longitude) }),
      meals: dishes
        .filter(() => first || random() < 0.5)
        .map(([name, price], dish) => ({
          mealId: `mea_lagos_${number}_${String(dish + 1).padStart(2, "0")}`,
          name,
          price: first ? price : Math.round((price * (0.8 + random() * 0.5)) / 5_000) * 5_000,
        })),
    };
  });
}

/** Mulberry32: numbers from 0 to 1, the same for the same seed. Good for scenery, for nothing else. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
