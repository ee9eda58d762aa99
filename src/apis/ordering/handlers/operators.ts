/** All vendors and orders, for those who operate the installation. */
import { MoreThan } from "typeorm";
import type { Answers } from "#generated/ordering/contract.ts";
import type { HandlersOf } from "../callers.ts";
import { statusAt, vendorEntity } from "../entities.ts";
import { newestOrders } from "../orders.ts";
import { currency } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

/** To about 100 m: enough for a map of a city, and nobody's door. */
const rounded = (degrees: number) => Math.round(degrees * 1_000) / 1_000;

export function operatorHandlers({ database, cursors, now }: HandlerDependencies): HandlersOf<"Operators"> {
  const { pool, dataSource } = database;
  return {
    async listAllVendors({ query: { limit, cursor } }) {
      const page = await cursors.page({
        scope: { list: "all vendors" },
        limit,
        cursor,
        read: (after, take) =>
          dataSource.getRepository(vendorEntity).find({
            where: after === null ? {} : { vendorId: MoreThan(String(after[0])) },
            order: { vendorId: "ASC" },
            take,
          }),
        positionOf: ({ vendorId }) => [vendorId],
      });
      const items = page.items.map(({ vendorId, name, approved, ratingTenths, latitude, longitude }) => ({
        ...{ vendorId, name, approved, latitude, longitude },
        rating: ratingTenths === null ? null : ratingTenths / 10,
      }));
      return { status: 200, body: { ...page, items } };
    },

    async listAllOrders({ query: { limit, cursor } }) {
      const at = new Date(now());
      const page = await cursors.page({
        scope: { list: "all orders" },
        limit,
        cursor,
        read: (after, take) => newestOrders(pool, after === null ? null : String(after[0]), take),
        positionOf: ({ orderId }) => [orderId],
      });
      const items = page.items.map(
        ({ payBefore, status, latitude, longitude, total, ...order }): Answers["SeenOrder"] => ({
          ...order,
          status: statusAt({ status, payBefore }, at),
          total: Number(total),
          currency,
          latitude: rounded(latitude),
          longitude: rounded(longitude),
        }),
      );
      return { status: 200, body: { ...page, items } };
    },
  };
}
