/** Access tokens of people, as the console has them. */
import { AccessTokens, type TokenTarget } from "#src/identity/access-tokens.ts";
import { endSession, issueSignInCode, type NewSession, signIn } from "#src/identity/console-sessions.ts";
import type { Person } from "#src/identity/entities.ts";
import { localOperator, setRole } from "#src/identity/people.ts";
import { aProject } from "#test/builders/identity.ts";
import type { Stranger } from "../../scripts/contract-runner/plan.ts";
import { type Draft, withHeaders } from "../../scripts/contract-runner/request.ts";
import { callers } from "../../scripts/contract-runner/shapes.ts";
import type { TestDatabase } from "./database.ts";
import { testMasterKey } from "./server.ts";

const withToken = (draft: Draft, token: string) => withHeaders(draft, { "x-api-key": token });

const installation: TokenTarget = { businessId: null, projectId: null, environment: "live" };

async function sessionOf(database: TestDatabase, person: Person): Promise<NewSession> {
  const code = await issueSignInCode(await database.operator(), person);
  const [session] = await signIn(database, code, new Date(), () => {});
  return session;
}

const tokenFor = (session: NewSession, target: TokenTarget, now = Date.now()) =>
  new AccessTokens(testMasterKey).mint(session, target, now).token;

/** For the installation, of its operator. */
export async function anOperatorToken(database: TestDatabase): Promise<string> {
  return tokenFor(await sessionOf(database, await localOperator(await database.operator())), installation);
}

/** Callers of the operations that are for operators of the installation. */
export const operatorsOf = (server: { readonly baseUrl: string; readonly database: TestDatabase }) =>
  callers({ server, make: () => anOperatorToken(server.database), sign: withToken });

/** Who has to be refused where an operator's token for the installation is asked for. */
export async function strangersToOperators(database: TestDatabase, draft: Draft): Promise<Stranger[]> {
  const operator = await database.operator();
  const { business, project } = await aProject(database);
  const owner = await sessionOf(
    database,
    await setRole(operator, { business, email: "owner@example.org", role: "owner" }),
  );
  const own: TokenTarget = { businessId: business.id, projectId: project.id, environment: "live" };
  const everywhere = await sessionOf(database, await localOperator(operator));
  const ended = await sessionOf(database, await localOperator(operator));
  await endSession(database, ended, new Date());
  const good = tokenFor(everywhere, installation);
  const tokens = {
    "an owner of a business": tokenFor(owner, own),
    "an owner of a business, for the installation": tokenFor(owner, installation),
    "the operator, for a business": tokenFor(everywhere, own),
    "an operator who has signed out": tokenFor(ended, installation),
    "an operator of yesterday": tokenFor(everywhere, installation, Date.now() - 86_400_000),
    "a token that is changed": `${good.slice(0, -4)}AAAA`,
    nonsense: "nonsense",
  };
  return Object.entries(tokens).map(([who, token]) => ({ who, draft: withToken(draft, token), status: 401 }));
}
