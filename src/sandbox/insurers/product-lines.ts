/** The kinds of insurance that the sandbox insurers sell: what each covers, asks and costs. Amounts are in kobo. */
import type { Schemas } from "#generated/insurer/contract.ts";

type Field = Schemas["FormField"];

export interface ProductLine {
  readonly productType: string;
  readonly category: string;
  readonly classCode: string;
  readonly coverages: readonly { readonly code: string; readonly name: string; readonly limitMinor: number | null }[];
  readonly fields: readonly Field[];
  /** For one occasion, after which there is nothing to renew. */
  readonly isSingle?: true;
  /** Price of the standard plan before tax, where the form asks for no sum. */
  readonly basePremiumMinor: number;
  /** Part of the sum insured that a year costs. */
  readonly rate: number;
}

export const country = "NG";
export const currency = "NGN";

const text = (fieldId: string, label: string): Field => ({
  fieldId,
  type: "text",
  label,
  required: true,
  maxLength: 200,
});
const day = (fieldId: string, label: string): Field => ({ fieldId, type: "date", label, required: true });
const sum = (label: string, minimum: number, maximum: number): Field => ({
  fieldId: "sumInsured",
  type: "number",
  label,
  required: true,
  minimum,
  maximum,
});

const remote = (fieldId: string, label: string, optionsUrl: string, minQueryLength: number): Field => ({
  fieldId,
  type: "remote_choice",
  label,
  required: true,
  optionsUrl,
  searchable: true,
  minQueryLength,
});

const holder = [text("holderName", "Full name of the insured"), day("dateOfBirth", "Date of birth")];

const vehicle: readonly Field[] = [
  remote("vehicleMake", "Make of the vehicle", "/options/vehicle-makes", 2),
  remote("vehicleModel", "Model of the vehicle", "/options/vehicle-models/{vehicleMake}", 1),
  text("registrationNumber", "Registration number"),
  { fieldId: "usedForWork", type: "boolean", label: "Is the vehicle used for work?", required: true },
  {
    fieldId: "occupation",
    type: "choice",
    label: "What kind of work?",
    required: true,
    visibleWhen: { fieldId: "usedForWork", equals: true },
    options: [
      { value: "delivery", label: "Delivery" },
      { value: "ride-hailing", label: "Ride hailing" },
      { value: "sales", label: "Sales visits" },
    ],
  },
];

export const productLines = {
  motorComprehensive: {
    productType: "MOTOR_COMPREHENSIVE",
    category: "MOTOR",
    classCode: "GENERAL",
    coverages: [
      { code: "THIRD_PARTY", name: "Damage to others", limitMinor: 500_000_000 },
      { code: "OWN_DAMAGE", name: "Damage to the vehicle", limitMinor: null },
      { code: "THEFT", name: "Theft", limitMinor: null },
    ],
    fields: [...holder, ...vehicle, sum("Value of the vehicle in naira", 500_000, 100_000_000)],
    basePremiumMinor: 0,
    rate: 0.035,
  },
  motorThirdParty: {
    productType: "MOTOR_THIRD_PARTY",
    category: "MOTOR",
    classCode: "GENERAL",
    coverages: [
      { code: "THIRD_PARTY", name: "Damage to others", limitMinor: 300_000_000 },
      { code: "LEGAL", name: "Legal help", limitMinor: 20_000_000 },
    ],
    fields: [...holder, ...vehicle],
    basePremiumMinor: 1_500_000,
    rate: 0,
  },
  travel: {
    productType: "TRAVEL_SINGLE_TRIP",
    isSingle: true,
    category: "TRAVEL",
    classCode: "GENERAL",
    coverages: [
      { code: "MEDICAL", name: "Medical expenses abroad", limitMinor: 5_000_000_000 },
      { code: "LUGGAGE", name: "Lost luggage", limitMinor: 100_000_000 },
      { code: "CANCELLATION", name: "A trip that cannot begin", limitMinor: 200_000_000 },
    ],
    fields: [
      ...holder,
      remote("destination", "Where to?", "/options/destinations", 0),
      day("departureDate", "First day of the trip"),
      day("returnDate", "Last day of the trip"),
    ],
    basePremiumMinor: 1_800_000,
    rate: 0,
  },
  health: {
    productType: "HEALTH_INDIVIDUAL",
    category: "HEALTH",
    classCode: "LIFE_AND_HEALTH",
    coverages: [
      { code: "HOSPITAL", name: "Hospital stays", limitMinor: 1_000_000_000 },
      { code: "OUTPATIENT", name: "Visits to a doctor", limitMinor: 100_000_000 },
      { code: "DENTAL", name: "Dental care", limitMinor: 20_000_000 },
    ],
    fields: [
      ...holder,
      { fieldId: "smoker", type: "boolean", label: "Do you smoke?", required: true },
      { fieldId: "medicalReport", type: "file", label: "Medical report", required: false, purpose: "MEDICAL_REPORT" },
    ],
    basePremiumMinor: 9_500_000,
    rate: 0,
  },
  home: {
    productType: "HOME_CONTENTS",
    category: "HOME",
    classCode: "GENERAL",
    coverages: [
      { code: "FIRE", name: "Fire and lightning", limitMinor: null },
      { code: "BURGLARY", name: "Burglary", limitMinor: null },
      { code: "WATER", name: "Burst pipes", limitMinor: 50_000_000 },
    ],
    fields: [
      ...holder,
      remote("city", "City", "/options/cities", 0),
      sum("Value of everything in the home in naira", 100_000, 200_000_000),
    ],
    basePremiumMinor: 0,
    rate: 0.0025,
  },
  device: {
    productType: "DEVICE_DAMAGE",
    category: "DEVICE",
    classCode: "GENERAL",
    coverages: [
      { code: "SCREEN", name: "Broken screen", limitMinor: 15_000_000 },
      { code: "LIQUID", name: "Liquid damage", limitMinor: null },
      { code: "THEFT", name: "Theft", limitMinor: null },
    ],
    fields: [
      text("holderName", "Full name of the owner"),
      text("serialNumber", "Serial number or IMEI"),
      sum("Price of the device in naira", 20_000, 5_000_000),
    ],
    basePremiumMinor: 0,
    rate: 0.06,
  },
  accident: {
    productType: "PERSONAL_ACCIDENT",
    category: "ACCIDENT",
    classCode: "LIFE_AND_HEALTH",
    coverages: [
      { code: "DEATH", name: "Accidental death", limitMinor: 200_000_000 },
      { code: "DISABILITY", name: "Lasting disability", limitMinor: 200_000_000 },
      { code: "TREATMENT", name: "Treatment after an accident", limitMinor: 20_000_000 },
    ],
    fields: [...holder, sum("Sum insured in naira", 100_000, 10_000_000)],
    basePremiumMinor: 0,
    rate: 0.002,
  },
} as const satisfies Record<string, ProductLine>;

export type LineName = keyof typeof productLines;
