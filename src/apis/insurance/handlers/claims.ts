import type { HandlersOf } from "../callers.ts";
import { attachToClaim, listClaims, openClaim, readClaim } from "../claims/claims.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { createdAnswer, writeCallOf } from "../idempotent-writes.ts";
import { presentClaim } from "../presenters/claims.ts";

export function claimHandlers(dependencies: HandlerDependencies): HandlersOf<"Claims"> {
  return {
    async listClaims({ query }, { identity }) {
      const { rows, pagination } = await listClaims(dependencies, identity, query);
      return { status: 200, body: { items: rows.map(presentClaim), pagination } };
    },

    async createClaim(request, call) {
      return createdAnswer(await openClaim(dependencies, request.body, writeCallOf(request, call)));
    },

    async getClaim({ path }, { identity, requestId }) {
      return { status: 200, body: presentClaim(await readClaim(dependencies, identity, path, requestId)) };
    },

    async attachToClaim(request, call) {
      const { path, body } = request;
      return createdAnswer(await attachToClaim(dependencies, path, body, writeCallOf(request, call)));
    },
  };
}
