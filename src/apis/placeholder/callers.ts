/** Callers of this API: users with a session. */
import type { Contract } from "#generated/placeholder/contract.ts";
import type { Authenticators, HandlersByTag } from "#src/contract/types.ts";
import { Problem } from "#src/http/problem.ts";
import { lifetimeMs } from "./credentials/sessions.ts";
import { type User, userEntity } from "./entities.ts";
import type { HandlerDependencies } from "./handlers/dependencies.ts";

export interface Caller {
  readonly user: User;
  readonly sessionId: string;
}

export interface Callers {
  readonly AccessToken: Caller;
}

/** The handlers of a tag of the document. */
export type HandlersOf<Tag extends keyof Contract["tags"]> = HandlersByTag<Contract, Callers, Tag>;

/** A token is good no longer than its session and its account, and the role is the one that the account has now. */
export function callerAuthenticators({
  database,
  tokens,
  now,
}: Pick<HandlerDependencies, "database" | "tokens" | "now">): Authenticators<Contract, Callers> {
  const users = database.dataSource.getRepository(userEntity);
  return {
    AccessToken: {
      async authenticate({ value }) {
        const { sub: userId, sid: sessionId } = await tokens.verify(value);
        const user = await users
          .createQueryBuilder("account")
          .where("account.id = :userId", { userId })
          .andWhere(
            `EXISTS (SELECT FROM placeholder_sessions
               WHERE user_id = :userId AND placeholder_sessions.id = :sessionId AND began_at > :beganAfter)`,
            { sessionId, beganAfter: new Date(now() - lifetimeMs) },
          )
          .getOne();
        if (user === null) throw new Problem("UNAUTHENTICATED", { detail: "The session has ended; sign in again." });
        return { user, sessionId };
      },
      authorize({ user }, alternatives) {
        if (alternatives.some((roles) => roles.every((role) => role === user.role))) return;
        throw new Problem("FORBIDDEN", { detail: "This operation is for administrators." });
      },
    },
  };
}
