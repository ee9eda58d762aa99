/** An OpenID provider of its own, over HTTP: whoever types an e-mail address is whom it belongs to. */
import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Provider from "oidc-provider";

export const clientId = "accord";
export const clientSecret = "a-secret-of-the-tests";

/** An account that the provider does not call verified. */
export const unverified = "unverified@example.org";

const page = `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,"><h1>The provider</h1>
<form method="post"><label>E-mail <input name="email"></label><button>Continue</button><button name="cancel" value="1">Cancel</button></form>`;

const signOutPage = `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,"><h1>Sign out of the provider?</h1>
<button form="op.logoutForm" name="logout" value="yes">Yes</button>`;

interface Context {
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
    readonly provider: {
      readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<void> };
    };
  };
}

export interface OpenIdServerOptions {
  /** How the client says its secret; both ways when left out. */
  readonly authMethods?: readonly string[];
}

export class OpenIdServer {
  readonly #server: Server;
  readonly issuer: string;
  /** Whether it answers nobody. */
  down = false;

  private constructor(server: Server, issuer: string) {
    this.#server = server;
    this.issuer = issuer;
  }

  /** It sends browsers back to `redirectUris` alone. */
  static async start(redirectUris: readonly string[], options: OpenIdServerOptions = {}): Promise<OpenIdServer> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const started = new OpenIdServer(server, issuer);
    const provider = new Provider(issuer, configuration(redirectUris, options));
    const answer = provider.callback();
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      if (started.down) request.socket.destroy();
      else if (!request.url?.startsWith("/interaction/")) answer(request, response);
      else if (request.method === "POST") void finish(provider, request, response);
      else response.setHeader("content-type", "text/html").end(page);
    });
    return started;
  }

  async whileDown<T>(work: () => Promise<T>): Promise<T> {
    this.down = true;
    try {
      return await work();
    } finally {
      this.down = false;
    }
  }

  /** Goes through the provider's pages as a browser with these cookies would. Returns the query that it sends the browser back with. */
  async walk(
    url: string,
    form: Readonly<Record<string, string>>,
    cookies: Map<string, string> = new Map(),
  ): Promise<string> {
    let [at, body]: [URL, URLSearchParams | null] = [new URL(url), null];
    for (let steps = 0; steps < 10; steps++) {
      if (at.origin !== this.issuer) return at.search.slice(1);
      const answer: Response = await fetch(at, {
        method: body === null ? "GET" : "POST",
        redirect: "manual",
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(body !== null && { body }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      const location: string | null = answer.headers.get("location");
      const said = await answer.text();
      if (location === null && !said.includes("<form"))
        throw new Error(`the provider answered ${answer.status}: ${said}`);
      const [, action = ""] = /<form[^>]* action="([^"]*)"/.exec(said) ?? [];
      const hidden = said.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
      const fields = Object.fromEntries([...hidden].map(([, name = "", value = ""]) => [name, value]));
      body = location === null ? new URLSearchParams({ ...fields, ...form }) : null;
      at = new URL(location ?? action, at);
    }
    throw new Error("the provider goes round in circles");
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}

async function finish(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = new URLSearchParams(await text(request));
  const result = form.has("cancel")
    ? { error: "access_denied", error_description: "No" }
    : { login: { accountId: form.get("email") ?? "" } };
  await provider.interactionFinished(request, response, result);
}

function configuration(redirectUris: readonly string[], { authMethods }: OpenIdServerOptions): object {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  return {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris },
        post_logout_redirect_uris: redirectUris.map((uri) => uri.replace(/\/sign-in$/, "")),
        token_endpoint_auth_method: authMethods?.[0] ?? "client_secret_post",
      },
    ],
    ...(authMethods !== undefined && { clientAuthMethods: authMethods }),
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    cookies: { keys: ["for the tests"] },
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "tests" }] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource(context: { body: string }, form: string) {
          context.body = `${signOutPage}${form}`;
        },
      },
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, email: accountId, email_verified: accountId !== unverified }),
    }),
    async loadExistingGrant({ oidc: { client, provider, session } }: Context) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  };
}
