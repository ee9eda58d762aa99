import type { HandlersOf } from "../callers.ts";
import { attachToClaim, openClaim, readClaim } from "../claims/claims.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { claimEntity } from "../entities.ts";
import { createdAnswer, writeCallOf } from "../idempotent-writes.ts";
import { newestFirst } from "../newest-first.ts";
import { presentClaim } from "../presenters/records.ts";

export function claimHandlers(dependencies: HandlerDependencies): HandlersOf<"Claims"> {
  return {
    async listClaims({ query }, { identity }) {
      const claims = { entity: claimEntity, list: "claims", present: presentClaim };
      return { status: 200, body: await newestFirst(dependencies, identity, claims, query) };
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
