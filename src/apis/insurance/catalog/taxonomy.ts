// SQL: a recursive query.
/** The taxonomy: which classes, categories and product types of insurance there are. */
import { Problem } from "#src/http/problem.ts";
import { Batches } from "#src/storage/batches.ts";
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
  readonly classes: readonly TaxonomyNode[];
  readonly categories: readonly TaxonomyNode[];
  readonly productTypes: readonly TaxonomyNode[];
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

/** Requests that wait for it at the same time. */
const mostWaiting = 10_000;

/**
 * Reads it for all who ask at the same time together: it is the same for everybody, and read all day. What anybody gets was
 * read after they had asked. Throws Problem OVERLOADED.
 */
export function sharedTaxonomyReads(on: Queryable): () => Promise<Taxonomy> {
  const reads = new Batches<null, Taxonomy>({
    async run(_, asked) {
      const taxonomy = await readTaxonomy(on);
      return asked.map(() => taxonomy);
    },
    overloaded: () => new Problem("OVERLOADED", { headers: { "Retry-After": "1" } }),
    maxBatch: mostWaiting,
    maxPending: mostWaiting,
    maxConcurrent: 1,
  });
  return () => reads.submit("taxonomy", null);
}
