/** The products of the shop. */
import { numberedPage } from "#src/http/numbered-page.ts";
import { Problem } from "#src/http/problem.ts";
import type { HandlersOf } from "../callers.ts";
import { productEntity } from "../entities.ts";
import { counted, presentPage, success } from "../presenters/envelope.ts";
import { presentProduct } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function productHandlers({ database, now }: HandlerDependencies): HandlersOf<"Products"> {
  const products = database.dataSource.getRepository(productEntity);
  return {
    async listProducts({ query }) {
      const page = await numberedPage({ page: query.page, size: query.limit }, (range) =>
        products.findAndCount({ order: { name: "ASC", id: "ASC" }, ...range }),
      );
      return { status: 200, body: success(`${counted(page.total, "product")}.`, presentPage(page, presentProduct)) };
    },

    async getProduct({ path: { id } }) {
      const product = await products.findOneBy({ id });
      if (product === null) throw new Problem("NOT_FOUND");
      return { status: 200, body: success("The product.", presentProduct(product)) };
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
