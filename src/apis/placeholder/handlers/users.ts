/** The caller's own account, and everybody's for administrators. */
import { networkOf } from "#src/http/forwarded.ts";
import { numberedPage } from "#src/http/numbered-page.ts";
import { Problem } from "#src/http/problem.ts";
import { createAccount, deleteAccount, type NewAccount, updateAccount } from "../accounts.ts";
import type { Caller, HandlersOf } from "../callers.ts";
import { wrongPassword } from "../credentials/password-resets.ts";
import { isPassword } from "../credentials/passwords.ts";
import { type User, userEntity } from "../entities.ts";
import { counted, presentPage, success } from "../presenters/envelope.ts";
import { presentUser } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

/** What is needed of a call. */
interface Identified {
  readonly identity: Caller;
  readonly remoteAddress: string;
}

export function userHandlers({
  database,
  logins,
  registrations,
  removeFiles,
  now,
}: HandlerDependencies): HandlersOf<"Users"> {
  const users = database.dataSource.getRepository(userEntity);

  /** Throws Problem NOT_FOUND for accounts that the caller may not see. */
  const visible = async ({ user }: Caller, id: string): Promise<User> => {
    if (id.toLowerCase() === user.id) return user;
    const found = user.role === "admin" ? await users.findOneBy({ id }) : null;
    if (found === null) throw new Problem("NOT_FOUND");
    return found;
  };

  /** Counts as a registration from the caller's network, unless an administrator asks for it. */
  const create = async ({ body }: { readonly body: NewAccount }, { identity, remoteAddress }: Identified) => {
    const { user: by } = identity;
    if (by.role !== "admin") await registrations.consume(networkOf(remoteAddress), "register");
    const { name, email, password } = body;
    const user = await createAccount(database, { name, email, password, by: by.id }, now());
    return { status: 201 as const, body: success("The user was created.", presentUser(user)) };
  };

  /**
   * Whoever has the address of an account can reset its password, so that its owner has to know the current one. Throws Problem
   * VALIDATION_FAILED, FORBIDDEN, and RATE_LIMITED where too many were wrong.
   */
  const confirmOwner = async (user: User, password: string | undefined, address: string) => {
    if (password === undefined)
      throw new Problem("VALIDATION_FAILED", {
        fieldErrors: [
          { path: "/body/currentPassword", code: "required", message: "is needed to change your own e-mail address" },
        ],
      });
    const attempt = { email: user.email, userId: user.id, address };
    const { isRight } = await logins.attempt(attempt, () => isPassword(user.passwordHash, password));
    if (!isRight) throw wrongPassword();
  };

  return {
    getMe(_request, { identity: { user } }) {
      return { status: 200, body: success("Your account.", presentUser(user)) };
    },

    async updateMe({ body: { name } }, { identity: { user } }) {
      const changed = await updateAccount(database, user, { name });
      return { status: 200, body: success("Your account was changed.", presentUser(changed)) };
    },

    async listUsers({ query }) {
      const page = await numberedPage({ page: query.page, size: query.limit }, (range) =>
        users.findAndCount({ order: { createdAt: "DESC", id: "DESC" }, ...range }),
      );
      return { status: 200, body: success(`${counted(page.total, "user")}.`, presentPage(page, presentUser)) };
    },

    createUser: create,
    createUserWithPassword: create,

    async getUser({ path: { id } }, { identity }) {
      return { status: 200, body: success("The user.", presentUser(await visible(identity, id))) };
    },

    async updateUser({ path: { id }, body: { currentPassword, ...changes } }, { identity, remoteAddress }) {
      const user = await visible(identity, id);
      if (changes.role !== undefined && identity.user.role !== "admin")
        throw new Problem("FORBIDDEN", { detail: "Only administrators change roles." });
      const isMoved = changes.email !== undefined && changes.email.toLowerCase() !== user.email.toLowerCase();
      const isConfirmed = isMoved && user.id === identity.user.id;
      if (isConfirmed) await confirmOwner(user, currentPassword, remoteAddress);
      const by = { actorKind: "user", actor: identity.user.id } as const;
      const changed = await updateAccount(database, user, changes, { by, isConfirmed });
      return { status: 200, body: success("The user was changed.", presentUser(changed)) };
    },

    async deleteUser({ path: { id } }, { identity }) {
      const user = await visible(identity, id);
      if (!(await deleteAccount(database, removeFiles, user.id))) throw new Problem("NOT_FOUND");
      return { status: 200, body: success("The user was deleted.", { id: user.id }) };
    },
  };
}
