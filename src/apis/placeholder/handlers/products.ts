/** The products of the shop. */
import { Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import type { HandlersOf } from "../callers.ts";
import { productEntity } from "../entities/product.ts";
import { counted, pageOf, rowsOf } from "../paging.ts";
import { success } from "../presenters/envelope.ts";
import { presentProduct } from "../presenters/records.ts";

export interface ProductHandlerDependencies {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function productHandlers({ database, now }: ProductHandlerDependencies): HandlersOf<"Products"> {
  const products = database.dataSource.getRepository(productEntity);
  return {
    async listProducts({ query }) {
      const [found, total] = await products.findAndCount({ order: { name: "ASC", id: "ASC" }, ...rowsOf(query) });
      return {
        status: 200,
        body: success(`${counted(total, "product")}.`, pageOf(query, found.map(presentProduct), total)),
      };
    },

    createProduct() {
      throw new Problem("NOT_AVAILABLE");
    },

    async updateProduct({ path: { id }, body: { name, description, priceMinor } }) {
      await products.update({ id }, { name, description, priceMinor, updatedAt: new Date(now()) });
      const product = await products.findOneBy({ id });
      if (product === null) throw new Problem("NOT_FOUND");
      return { status: 200, body: success("The product was changed.", presentProduct(product)) };
    },

    async deleteProduct({ path: { id } }) {
      const { affected } = await products.delete({ id });
      if (affected !== 1) throw new Problem("NOT_FOUND");
      return { status: 200, body: success("The product was deleted.", { id: id.toLowerCase() }) };
    },
  };
}
