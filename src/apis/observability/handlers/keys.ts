/** Verification of keys, and sessions for browsers. */
import { Problem } from "#src/http/problem.ts";
import type { BrowserSessions } from "#src/identity/browser-session.ts";
import type { HandlersOf } from "../callers.ts";

export interface KeyHandlerDependencies {
  readonly sessions: BrowserSessions;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function keyHandlers({ sessions, now }: KeyHandlerDependencies): HandlersOf<"Keys" | "Browser sessions"> {
  return {
    verifyKey(_request, { identity: { keyId, environment, business, person } }) {
      if (person !== null) throw new Problem("UNAUTHENTICATED", { detail: "This is an access token, not an API key." });
      return {
        status: 200,
        body: {
          success: true,
          message: "The API key is valid.",
          business: { id: business.id, name: business.name, slug: business.slug },
          key: { id: keyId, environment },
          timestamp: new Date(now()).toISOString(),
        },
      };
    },

    async createBrowserSession(_request, { identity: key }) {
      const { token, expiresAt } = await sessions.begin(key);
      return { status: 200, body: { token, expiresAt: expiresAt.toISOString() } };
    },
  };
}
