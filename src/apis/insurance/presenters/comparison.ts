/** How a comparison looks to the business that asked for it. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { Columns, Comparison, ComparisonRow } from "../comparison/compare.ts";
import type { Comparable } from "../comparison/configs.ts";
import type { Premium } from "../comparison/order.ts";

export function presentComparison(
  { rows, columns }: Comparison,
  { productType, sort }: Pick<Schemas["Comparison"], "productType" | "sort">,
): Schemas["Comparison"] {
  return { productType, sort, items: rows.map((row) => presentRow(row, columns)) };
}

function presentRow({ product, premium, config }: ComparisonRow, columns: Columns): Schemas["ComparisonRow"] {
  const { providerId, providerName, productId, name, country, currency, updatedAt } = product;
  return {
    providerId,
    providerName,
    productId,
    name,
    country,
    currency,
    updatedAt: updatedAt.toISOString(),
    ...presentPremium(premium),
    ...cellsOf(columns, config),
  };
}

function presentPremium(premium: Premium) {
  if (premium.source !== null)
    return { premium: premium.amount, premiumSource: premium.source, premiumUnavailable: null };
  const { reason } = premium;
  return { premium: null, premiumSource: null, premiumUnavailable: reason === null ? null : { reason } };
}

/** The cells of one product, by column; null stands for an insurer that could not be asked. */
function cellsOf(
  { coverages, attributes }: Columns,
  config: Comparable | null,
): { coverage: Schemas["CoverageCell"][]; attributes: Schemas["AttributeCell"][] } {
  const unknown = { included: null, limit: null, deductible: null };
  const notCovered = { included: false, limit: null, deductible: null };
  return {
    coverage: coverages.map(({ code, name }) => {
      if (config === null) return { code, name, ...unknown };
      const { included, limit, deductible } = config.coverages.find((known) => known.code === code) ?? notCovered;
      return { code, name, included, limit, deductible };
    }),
    attributes: attributes.map(({ code, name }) => {
      const value = config?.attributes.find((known) => known.code === code)?.value ?? null;
      return { code, name, value };
    }),
  };
}
