/**
 * Security requirements (OpenAPI 3.1, "Security Requirement Object"). A request needs to meet one of the alternatives. Each alternative
 * names one scheme here; several alternatives with the same scheme are alternative scopes.
 */
import type { IncomingMessage } from "node:http";
import { Problem } from "#src/http/problem.ts";
import type { OpenApiDocument, OperationObject, SecuritySchemeObject } from "./document.ts";
import { resolve } from "./document.ts";
import type { Authenticator, Credential } from "./types.ts";

interface SchemePlan {
  readonly name: string;
  /** Returns the credential in the request; undefined when it has none for this scheme. */
  readonly read: (incoming: IncomingMessage, query: string) => string | undefined;
  readonly scopes: readonly (readonly string[])[];
  readonly challenge: string;
}

export interface SecurityPlan {
  readonly schemes: readonly SchemePlan[];
  /** Whether the operation can be called without credentials. */
  readonly anonymous: boolean;
}

/** Compiles the security requirements of an operation. Throws an error for unsupported schemes. */
export function compileSecurity(document: OpenApiDocument, operation: OperationObject): SecurityPlan {
  const requirements = operation.security ?? document.security ?? [];
  const scopes = new Map<string, (readonly string[])[]>();
  let anonymous = requirements.length === 0;
  for (const requirement of requirements) {
    const [entry, ...others] = Object.entries(requirement);
    if (entry === undefined) anonymous = true;
    else if (others.length > 0)
      throw new Error(`${operation.operationId}: a security requirement that combines schemes is not supported`);
    else scopes.set(entry[0], [...(scopes.get(entry[0]) ?? []), entry[1]]);
  }
  const schemes = [...scopes].map(([name, alternatives]) => {
    const scheme = document.components?.securitySchemes?.[name];
    if (scheme === undefined) throw new Error(`${operation.operationId}: the security scheme ${name} is not defined`);
    return planScheme(name, resolve<SecuritySchemeObject>(document, scheme), alternatives);
  });
  return { schemes, anonymous };
}

function planScheme(name: string, scheme: SecuritySchemeObject, scopes: readonly (readonly string[])[]): SchemePlan {
  if (scheme.type === "http") {
    const word = scheme.scheme.toLowerCase();
    if (word !== "bearer" && word !== "basic")
      throw new Error(`${name}: the HTTP scheme ${scheme.scheme} is not supported`);
    const read = (incoming: IncomingMessage) => afterWord(incoming.headers.authorization, word);
    return { name, read, scopes, challenge: `${word === "bearer" ? "Bearer" : "Basic"} realm="accord"` };
  }
  if (scheme.type !== "apiKey") throw new Error(`${name}: this type of security scheme is not supported`);
  const key = scheme.name;
  const challenge = `ApiKey realm="accord", in="${scheme.in}", name="${key}"`;
  switch (scheme.in) {
    case "header": {
      const header = key.toLowerCase();
      return { name, scopes, challenge, read: (incoming) => firstOf(incoming.headers[header]) };
    }
    case "query":
      return { name, scopes, challenge, read: (_, query) => new URLSearchParams(query).get(key) ?? undefined };
    case "cookie":
      return { name, scopes, challenge, read: (incoming) => cookie(incoming.headers.cookie, key) };
  }
}

function afterWord(header: string | undefined, word: string): string | undefined {
  if (header === undefined || header.length <= word.length || header[word.length] !== " ") return undefined;
  return header.slice(0, word.length).toLowerCase() === word ? header.slice(word.length + 1).trim() : undefined;
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function cookie(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** The part of an exchange that identification needs. */
type Asked = Omit<Credential, "value">;

export interface Caller {
  readonly scheme: string | null;
  readonly identity: unknown;
}

const anonymousCaller: Caller = { scheme: null, identity: null };

/**
 * Identifies the caller by the first scheme whose credential is present. Throws Problem UNAUTHENTICATED when there is no credential, and
 * the errors of the scheme's authenticator.
 */
export function identify(
  plan: SecurityPlan,
  authenticators: Readonly<Record<string, Authenticator<unknown>>>,
  { incoming, operationId, queryText, answerHeaders, remoteAddress }: Asked,
): Caller | Promise<Caller> {
  for (const scheme of plan.schemes) {
    const value = scheme.read(incoming, queryText);
    if (value === undefined || value === "") continue;
    const authenticator = authenticators[scheme.name];
    if (authenticator === undefined) throw new Error(`no authenticator for ${scheme.name}`);
    return admit(scheme, authenticator, { value, incoming, queryText, operationId, answerHeaders, remoteAddress });
  }
  if (plan.anonymous) return anonymousCaller;
  throw new Problem("UNAUTHENTICATED", {
    detail: `Send ${plan.schemes.map(({ name }) => name).join(" or ")} credentials.`,
  });
}

async function admit(
  scheme: SchemePlan,
  authenticator: Authenticator<unknown>,
  credential: Credential,
): Promise<Caller> {
  const identity = await authenticator.authenticate(credential);
  authenticator.authorize?.(identity, scheme.scopes);
  return { scheme: scheme.name, identity };
}

/** Adds WWW-Authenticate to a 401, which must have it (RFC 9110, 15.5.2). Other problems are returned unchanged. */
export function challenged({ schemes }: SecurityPlan, problem: Problem): Problem {
  if (problem.status !== 401 || schemes.length === 0) return problem;
  const challenges = schemes.map(({ challenge }) => challenge).join(", ");
  return new Problem(problem.code, {
    ...problem,
    headers: { ...problem.headers, "WWW-Authenticate": challenges },
    cause: problem,
  });
}
