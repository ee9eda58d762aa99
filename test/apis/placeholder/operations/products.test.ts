import { expect } from "chai";
import type { Schemas } from "#generated/placeholder/contract.ts";
import type { Product } from "#src/apis/placeholder/entities.ts";
import { placeholderServer } from "#test/builders/placeholder.ts";
import { expectFailure, expectFindings } from "#test/support/refusals.ts";

type Page = Schemas["ProductPage"];

describe("the products", () => {
  const server = placeholderServer();
  const pathOf = ({ id }: Product) => `/v1/products/${id}`;
  const update = { name: "Lamp", description: "Cold light.", priceMinor: 5 };

  describe("listProducts", () => {
    describe("200", () => {
      it("lists all products by name, each once, page by page", async () => {
        await server.database.pool.query("DELETE FROM placeholder_products");
        for (const name of ["Mug", "Bottle", "Pen", "Bottle", "Ink"]) await server.aProduct({ name });
        const as = await server.aUser();
        const pages = await Promise.all(
          [1, 2, 3].map((page) => server.data<Page>("GET", `/v1/products?page=${page}&limit=2`, { as })),
        );
        const items = pages.flatMap((page) => page.items);
        expect(items.map(({ name }) => name)).to.deep.equal(["Bottle", "Bottle", "Ink", "Mug", "Pen"]);
        expect(new Set(items.map(({ id }) => id)).size).to.equal(5);
        expect(pages.map(({ total }) => total)).to.deep.equal([5, 5, 5]);
      });

      it("shows prices of any height exactly", async () => {
        const { id } = await server.aProduct({ name: "A jet", priceMinor: 10_000_000_000 });
        const { items } = await server.data<Page>("GET", "/v1/products?limit=100", { as: await server.aUser() });
        expect(items.find((item) => item.id === id)).to.include({ priceMinor: 10_000_000_000, currency: "NGN" });
      });
    });
  });

  describe("getProduct", () => {
    describe("200", () => {
      it("shows the product as the list does, to anybody who is signed in", async () => {
        const product = await server.aProduct({ name: "Wall clock" });
        const as = await server.aUser();
        const { items } = await server.data<Page>("GET", "/v1/products?limit=100", { as });
        const shown = await server.data<Schemas["Product"]>("GET", pathOf(product), { as });
        expect(shown).to.deep.equal(items.find(({ id }) => id === product.id));
        const path = pathOf({ ...product, id: product.id.toUpperCase() });
        expect(await server.data("GET", path, { as })).to.deep.equal(shown);
      });
    });
  });

  describe("createProduct", () => {
    describe("501", () => {
      it("is not available, whatever is sent", async () => {
        const as = await server.anAdmin();
        for (const body of [undefined, update, "{", []])
          expectFailure(await server.send("POST", "/v1/products", { as, body }), 501, "NOT_AVAILABLE");
      });
    });
  });

  describe("updateProduct", () => {
    describe("200", () => {
      it("replaces the product, and leaves the prices of earlier orders alone", async () => {
        const [as, customer] = [await server.anAdmin(), await server.aUser()];
        const order = await server.anOrder(customer);
        const id = order.items[0]?.productId ?? "";
        const changed = await server.data<Schemas["Product"]>("PUT", `/v1/products/${id}`, { as, body: update });
        expect(changed).to.include({ ...update, id });
        expect(Date.parse(changed.updatedAt)).to.be.greaterThan(Date.parse(changed.createdAt));
        expect(await server.data("GET", `/v1/orders/${order.id}`, { as: customer })).to.deep.equal(order);
      });
    });
  });

  describe("deleteProduct", () => {
    describe("200", () => {
      it("takes the product out of the shop, and leaves earlier orders alone", async () => {
        const [as, customer] = [await server.anAdmin(), await server.aUser()];
        const order = await server.anOrder(customer);
        const id = order.items[0]?.productId ?? "";
        expect(await server.data("DELETE", `/v1/products/${id}`, { as })).to.deep.equal({ id });
        expect(await server.data("GET", `/v1/orders/${order.id}`, { as: customer })).to.deep.equal(order);
        const body = { items: [{ productId: id, quantity: 1 }] };
        expectFindings(await server.send("POST", "/v1/orders", { as: customer, body }), "/body/items/0/productId");
      });
    });
  });
});
