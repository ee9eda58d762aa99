/** The columns of a comparison: each coverage and attribute that any of its products names. */
import type { ProductConfig } from "../catalog/product-config.ts";

/** The parts of a config that a comparison uses. */
export type Comparable = Pick<ProductConfig, "coverages" | "attributes">;

interface Column {
  readonly code: string;
  readonly name: string;
}

export interface Columns {
  readonly coverages: readonly Column[];
  readonly attributes: readonly Column[];
}

/** As many of each as the document lets a row have. Insurers agree on codes, so there are few. */
export const mostColumns = 200;

/** In the order in which the configs name them first, under the name that they have there. */
export function columnsOf(configs: readonly (Comparable | null)[]): Columns {
  const known = configs.filter((config) => config !== null);
  return {
    coverages: firstOfEach(known.flatMap(({ coverages }) => coverages)),
    attributes: firstOfEach(known.flatMap(({ attributes }) => attributes)),
  };
}

function firstOfEach(columns: readonly Column[]): Column[] {
  const byCode = new Map<string, Column>();
  for (const { code, name } of columns) if (!byCode.has(code)) byCode.set(code, { code, name });
  return [...byCode.values()].slice(0, mostColumns);
}
