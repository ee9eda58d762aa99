/** Products, forms and options. */
import { Problem } from "#src/http/problem.ts";
import { presentConfig, presentForm, presentProduct } from "./catalog.ts";
import { type HandlersOf, type InsurerDependencies, notFound, refusal, sellable } from "./dependencies.ts";
import { optionList } from "./option-lists.ts";

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

export function catalogHandlers(dependencies: InsurerDependencies): HandlersOf<"Catalog"> {
  return {
    listProducts({ query }) {
      const { items, nextCursor } = page(dependencies.insurer.products, query);
      return { status: 200, body: { items: items.map(presentProduct), nextCursor } };
    },

    getProduct({ path: { productId } }) {
      const product = sellable(dependencies, productId);
      if (product === null) throw notFound("product");
      return { status: 200, body: { product: presentProduct(product), config: presentConfig(product) } };
    },

    getForm({ path: { productId, context } }) {
      const product = sellable(dependencies, productId);
      const form = product === null ? null : presentForm(product, context);
      if (form === null) throw notFound("form");
      return { status: 200, body: form };
    },

    listOptions: ({ path: { list }, query }) => options(list, null, query),

    listDependentOptions: ({ path: { list, parent }, query }) => options(list, parent, query),
  };
}

function options(list: string, parent: string | null, query: PageQuery & { readonly query?: string }) {
  const found = optionList(list, parent);
  if (found === null) throw notFound("list");
  const { minQueryLength } = found;
  const wanted = (query.query ?? "").toLowerCase();
  if (wanted.length < minQueryLength) {
    const fault = {
      path: "/query/query",
      code: "minLength",
      message: `must have at least ${minQueryLength} characters`,
    };
    throw refusal(422, "QUERY_TOO_SHORT", `Type at least ${minQueryLength} characters.`, [fault]);
  }
  const { items, nextCursor } = page(
    found.options.filter(({ label }) => label.toLowerCase().includes(wanted)),
    query,
  );
  return { status: 200 as const, body: { options: [...items], nextCursor } };
}

/** The lists never change, so a position is all a cursor needs. Throws Problem VALIDATION_FAILED. */
function page<T>(all: readonly T[], { limit, cursor }: PageQuery) {
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, "base64url").toString("latin1"));
  if (
    !Number.isInteger(start) ||
    start < 0 ||
    start > all.length ||
    (cursor !== undefined && cursor !== cursorAt(start))
  ) {
    const fault = { path: "/query/cursor", code: "cursor", message: "was not issued by this list" };
    throw new Problem("VALIDATION_FAILED", { fieldErrors: [fault] });
  }
  const end = start + limit;
  return { items: all.slice(start, end), nextCursor: end < all.length ? cursorAt(end) : null };
}

function cursorAt(position: number): string {
  return Buffer.from(String(position), "latin1").toString("base64url");
}
