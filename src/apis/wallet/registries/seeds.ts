/** The sandbox's registries as a new database has them. Nobody in them exists. */

import type { Bank, Biller, BvnRecord } from "../entities.ts";
import { ownBankCode } from "../nuban.ts";

const firstNames = ["Ada", "Bola", "Chidi", "Dayo", "Efe", "Funke", "Gozie", "Halima", "Ife", "Jide"];
const lastNames = ["Obi", "Adeyemi", "Eze", "Bello", "Okoro"];
const people = 50;

/** 22200000001 to 22200000050, each born on a day of its own. */
export const bvnRecords: readonly BvnRecord[] = Array.from({ length: people }, (_, index) => ({
  bvn: `222000000${String(index + 1).padStart(2, "0")}`,
  firstName: firstNames[index % firstNames.length] ?? "",
  middleName: index % 3 === 0 ? "Ngozi" : "",
  lastName: lastNames[Math.floor(index / firstNames.length)] ?? "",
  gender: index % 2 === 0 ? "Female" : "Male",
  bornOn: `19${String(60 + (index % 40))}-${String(1 + (index % 12)).padStart(2, "0")}-${String(1 + (index % 28)).padStart(2, "0")}`,
  phone: `0803${String(1_000_000 + index)}`,
}));

const opened = new Date("2026-01-01T00:00:00Z");

export const banks: readonly Bank[] = [
  { code: ownBankCode, name: "Accord Sandbox Bank", createdAt: opened },
  { code: "999058", name: "Savannah Sandbox Bank", createdAt: opened },
  { code: "999044", name: "Delta Sandbox Bank", createdAt: opened },
  { code: "999011", name: "First Light Sandbox Bank", createdAt: opened },
  { code: "999070", name: "Harmattan Sandbox Bank", createdAt: opened },
  { code: "999033", name: "Lagoon Sandbox Bank", createdAt: opened },
];

export const billers: readonly Biller[] = (
  [
    ["bil_power_001", "Eko Sandbox Electricity", "Utilities", "Prepaid meter", "Electricity"],
    ["bil_power_002", "Kano Sandbox Electricity", "Utilities", "Postpaid meter", "Electricity"],
    ["bil_tv_001", "Savannah Sandbox Television", "Media", "Monthly bouquet", "Cable television"],
    ["bil_phone_001", "Harmattan Sandbox Mobile", "Telecommunication", "Airtime", "Airtime"],
    ["bil_phone_002", "Harmattan Sandbox Mobile", "Telecommunication", "Data bundle", "Data"],
    ["bil_water_001", "Lagoon Sandbox Water", "Utilities", "Water rate", "Water"],
  ] as const
).map(([id, name, division, product, category]) => ({ id, name, division, product, category }));
