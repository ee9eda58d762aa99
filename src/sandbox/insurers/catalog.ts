/** The twelve sandbox insurers: what each sells, and how each behaves. */
import type { Schemas } from "#generated/insurer/contract.ts";
import { country, currency, type LineName, type ProductLine, productLines } from "./product-lines.ts";

export type DocumentKind = "inline" | "large-inline" | "redirect" | "oversized-redirect" | "private-redirect";

export interface Behaviour {
  /** Every connection breaks, but for the list of products. */
  readonly unreachable?: true;
  /** Quotes take longer than anybody waits. */
  readonly slow?: true;
  readonly invalidForm?: true;
  readonly invalidQuote?: true;
  /** Declines every risk, with a code of its own. */
  readonly declines?: string;
  readonly uploadCapBytes?: number;
  readonly quoteLifetimeMs: number;
  readonly cancellation: "cancels" | "reviews" | "refuses";
  readonly documents: readonly DocumentKind[];
  /** What becomes of claims, each step after a minute: they are approved and paid, after a file that is asked for, or rejected. */
  readonly claims: "pays" | "asks" | "rejects";
}

export interface SandboxProduct {
  readonly productId: string;
  readonly name: string;
  readonly description: string;
  readonly line: ProductLine;
  /** Published and exact; null where only a quote tells. */
  readonly priceMinor: number | null;
  /** How its prices compare with other insurers'. */
  readonly factor: number;
  readonly status: Schemas["ProductStatus"];
}

export interface SandboxInsurer {
  readonly id: string;
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly products: readonly SandboxProduct[];
}

type Selling = readonly [line: LineName, name: string, priceMinor: number | null, status?: Schemas["ProductStatus"]];

const steady: Behaviour = {
  quoteLifetimeMs: 15 * 60_000,
  cancellation: "cancels",
  documents: ["inline"],
  claims: "pays",
};

export const sandboxInsurers: readonly SandboxInsurer[] = [
  insurer("aegis", "Aegis Mutual", 1, {}, [
    ["motorComprehensive", "Aegis Drive Complete", null],
    ["motorThirdParty", "Aegis Drive Basic", 1_650_000],
    ["home", "Aegis Home", null, "WITHDRAWN"],
  ]),
  insurer("borealis", "Borealis General", 1.12, { cancellation: "reviews", claims: "asks" }, [
    ["motorComprehensive", "Borealis Motor Gold", null],
    ["home", "Borealis Contents", null],
  ]),
  insurer("caravel", "Caravel Travel", 0.94, { documents: ["inline", "large-inline"] }, [
    ["travel", "Caravel Single Trip", 1_900_000],
  ]),
  insurer("dunlin", "Dunlin Health", 1.05, { uploadCapBytes: 1024 * 1024, cancellation: "reviews" }, [
    ["health", "Dunlin Care", null],
  ]),
  insurer("estuary", "Estuary Home & Life", 0.98, { documents: ["redirect", "oversized-redirect"] }, [
    ["home", "Estuary Contents", null],
    ["health", "Estuary Health Plus", 10_500_000],
  ]),
  insurer("farrier", "Farrier Devices", 1.02, { quoteLifetimeMs: 30_000 }, [
    ["device", "Farrier Screen & Theft", null],
  ]),
  insurer(
    "gullwing",
    "Gullwing Assurance",
    1.2,
    { documents: ["private-redirect"], cancellation: "refuses", claims: "rejects" },
    [
      ["motorThirdParty", "Gullwing Third Party", null],
      ["device", "Gullwing Gadget", 450_000],
    ],
  ),
  insurer("harbour", "Harbour Underwriters", 0.9, { declines: "HBR_RISK_DECLINED" }, [
    ["travel", "Harbour Expeditions", null],
  ]),
  insurer("islander", "Islander Insurance", 1.08, { invalidForm: true }, [["home", "Islander Shelter", null]]),
  insurer("juniper", "Juniper Direct", 0.87, { invalidQuote: true }, [["device", "Juniper Mobile", null]]),
  insurer("kestrel", "Kestrel Re", 1.15, { slow: true }, [["travel", "Kestrel Voyager", null]]),
  insurer("lantern", "Lantern Life", 1.03, { unreachable: true }, [["health", "Lantern Wellness", null]]),
];

/** Everyone also offers accident cover, and nobody publishes its price. */
function insurer(
  id: string,
  name: string,
  factor: number,
  behaviour: Partial<Behaviour>,
  sells: readonly Selling[],
): SandboxInsurer {
  const all: readonly Selling[] = [...sells, ["accident", `${name} Accident Cover`, null]];
  return {
    id,
    name,
    behaviour: { ...steady, ...behaviour },
    products: all.map(([lineName, productName, priceMinor, status = "ACTIVE"]) => ({
      productId: productLines[lineName].productType.toLowerCase().replaceAll("_", "-"),
      name: productName,
      description: describe(productLines[lineName]),
      line: productLines[lineName],
      priceMinor,
      factor,
      status,
    })),
  };
}

function describe({ coverages }: ProductLine): string {
  return `${coverages.map(({ name }) => name).join(", ")}: insured for a year.`;
}

const catalogChangedAt = "2026-10-01T08:00:00.000Z";

export function presentProduct({ line, priceMinor, factor: _, ...product }: SandboxProduct): Schemas["Product"] {
  const { category, productType, classCode } = line;
  const publishedPrice = priceMinor === null ? null : { amountMinor: priceMinor, currency };
  const updatedAt = catalogChangedAt;
  return { ...product, category, productType, classCode, country, currency, publishedPrice, updatedAt };
}

/** The choice that every product with a quoted price offers, and what it does to the price. */
export const planFactors: Readonly<Record<string, number>> = { standard: 1, plus: 1.3 };

export function presentConfig({ line, priceMinor }: SandboxProduct): Schemas["ProductConfig"] {
  return {
    coverages: line.coverages.map(({ code, name, limitMinor }, index) => ({
      code,
      name,
      included: true,
      limit: limitMinor === null ? null : { amountMinor: limitMinor, currency },
      deductible: index === 0 ? null : { amountMinor: 1_000_000, currency },
    })),
    attributes: [
      { code: "TERM", name: "Term", value: "12 months" },
      { code: "CLAIMS", name: "Claims are settled within", value: "10 working days" },
    ],
    choices:
      priceMinor === null
        ? [
            {
              choiceId: "plan",
              label: "Plan",
              values: [
                { value: "standard", label: "Standard" },
                { value: "plus", label: "Plus" },
              ],
              default: "standard",
            },
          ]
        : [],
    contexts: contextsOf(line),
  };
}

function contextsOf({ isSingle }: ProductLine): Schemas["FormContext"][] {
  return ["new_business", ...(isSingle ? [] : (["renewal"] as const)), "endorsement", "claim", "cancellation"];
}

const formVersion = 1;

const claimFields: readonly Schemas["FormField"][] = [
  { fieldId: "description", type: "text", label: "What happened?", required: true, maxLength: 2000 },
  {
    fieldId: "estimatedLoss",
    type: "number",
    label: "Estimated loss in naira",
    required: true,
    minimum: 1,
    maximum: 1_000_000_000,
  },
  { fieldId: "reportedToPolice", type: "boolean", label: "Was it reported to the police?", required: true },
  {
    fieldId: "policeReport",
    type: "text",
    label: "Number of the police report",
    required: true,
    maxLength: 100,
    visibleWhen: { fieldId: "reportedToPolice", equals: true },
  },
];

/** Renewals and endorsements ask again; a claim asks what happened, a cancellation why. A single trip is not renewed. */
export function presentForm(
  { productId, line }: SandboxProduct,
  context: Schemas["FormContext"],
): Schemas["Form"] | null {
  if (!contextsOf(line).includes(context)) return null;
  const common = { formId: `${productId}.${context}`, formVersion, context, productId };
  switch (context) {
    case "new_business":
    case "renewal":
    case "endorsement":
      return { ...common, fields: [...line.fields] };
    case "cancellation":
      return {
        ...common,
        fields: [{ fieldId: "reason", type: "text", label: "Why?", required: true, maxLength: 200 }],
      };
    case "claim":
      return { ...common, fields: [...claimFields] };
  }
}
