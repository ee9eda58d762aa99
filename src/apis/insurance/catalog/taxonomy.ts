// SQL: a recursive query.
/** The taxonomy: which classes, categories and product types of insurance there are. */
import type { Queryable } from "#src/storage/transaction.ts";

export interface TaxonomyNode {
  readonly code: string;
  readonly name: string;
  /** Code of the node one level up; null for classes. */
  readonly parentCode: string | null;
  /** Place among the nodes of the same parent. */
  readonly sortOrder: number;
}

export interface Taxonomy {
  readonly classes: TaxonomyNode[];
  readonly categories: TaxonomyNode[];
  readonly productTypes: TaxonomyNode[];
}

interface NodeRow extends TaxonomyNode {
  readonly level: "class" | "category" | "product_type";
}

/** The active nodes whose ancestors are active too, by parent, then sort order, then code. */
export async function readTaxonomy(on: Queryable): Promise<Taxonomy> {
  // A few dozen rows, read whole: no index would help.
  const { rows } = await on.query<NodeRow>(
    `WITH RECURSIVE served AS (
       SELECT level, code, name, parent_code, sort_order FROM taxonomy_nodes WHERE level = 'class' AND active
       UNION ALL
       SELECT child.level, child.code, child.name, child.parent_code, child.sort_order
       FROM taxonomy_nodes child
       JOIN served ON child.parent_level = served.level AND child.parent_code = served.code
       WHERE child.active
     )
     SELECT level, code, name, parent_code AS "parentCode", sort_order AS "sortOrder" FROM served
     ORDER BY parent_code NULLS FIRST, sort_order, code`,
  );
  const nodesOf = (wanted: NodeRow["level"]) =>
    rows.filter(({ level }) => level === wanted).map(({ level: _, ...node }): TaxonomyNode => node);
  return { classes: nodesOf("class"), categories: nodesOf("category"), productTypes: nodesOf("product_type") };
}
