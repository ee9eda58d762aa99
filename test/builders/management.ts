/** The management API on a real server and database, for the tests of its operations. */
import type { Schemas } from "#generated/management/contract.ts";
import { issueSignInCode } from "#src/identity/console-sessions.ts";
import type { Business, Person, Project } from "#src/identity/entities.ts";
import { localOperator, setRole } from "#src/identity/people.ts";
import type { Role } from "#src/identity/roles.ts";
import { ApiServer, servers } from "#test/support/api-server.ts";
import { anEmail, aProject } from "./identity.ts";

export type Problem = Schemas["Problem"];

/** Somebody who is signed in, in a business of their own or the one given. */
export interface Signed {
  readonly person: Person;
  readonly business: Business;
  readonly project: Project;
  readonly session: Schemas["Session"];
  /** The cookie's value. */
  readonly token: string;
  /** What a browser sends with reads, and with writes. */
  readonly reads: Readonly<Record<string, string>>;
  readonly writes: Readonly<Record<string, string>>;
}

export class ManagementServer extends ApiServer<Problem> {
  protected override readonly apis = ["management", "observability"] as const;

  /** A code that a link would carry. */
  async aCode(person: Person, now = new Date()): Promise<string> {
    return await issueSignInCode(await this.database.operator(), person, now);
  }

  async aPerson(role: Role, given?: { business: Business; project: Project }) {
    const { business, project } = given ?? (await aProject(this.database));
    const person = await setRole(await this.database.operator(), { business, email: anEmail(), role });
    return { person, business, project };
  }

  async someone(role: Role = "owner", given?: { business: Business; project: Project }): Promise<Signed> {
    const { person, business, project } = await this.aPerson(role, given);
    return { ...(await this.signedIn(person)), business, project };
  }

  /** The operator of the installation, with a session of their own. */
  async theOperator(): Promise<Omit<Signed, "business" | "project">> {
    return await this.signedIn(await localOperator(await this.database.operator()));
  }

  async signedIn(person: Person): Promise<Omit<Signed, "business" | "project">> {
    const answer = await this.post<Schemas["Session"]>("/v1/sessions", { code: await this.aCode(person) });
    if (answer.status !== 201) throw new Error(`signing in answered ${answer.status}`);
    const [, token = ""] = /^accord=([^;]*)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
    const reads = { cookie: `accord=${token}` };
    const writes = { ...reads, "x-csrf-token": answer.body.csrfToken };
    return { person, session: answer.body, token, reads, writes };
  }
}

export const [managementServer] = servers(ManagementServer);
