/** Banks and billers. */
import type { HandlersOf } from "../callers.ts";
import { bankEntity, billerEntity } from "../entities.ts";
import { done } from "../presenters/envelope.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function bankHandlers({ database }: HandlerDependencies): HandlersOf<"Banks"> {
  const { manager } = database.dataSource;
  return {
    async listBanks() {
      const banks = await manager.find(bankEntity, { order: { name: "ASC", code: "ASC" } });
      return done({
        bank: banks.map(({ code, name, createdAt }, index) => ({
          id: index + 1,
          code,
          name,
          logo: "",
          created: createdAt.toISOString().slice(0, 19).replace("T", " "),
        })),
      });
    },

    async listBillers({ query: { categoryName = "" } }) {
      const where = categoryName === "" ? {} : { category: categoryName };
      return done(await manager.find(billerEntity, { where, order: { name: "ASC", id: "ASC" } }));
    },
  };
}
