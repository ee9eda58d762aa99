/** The access token, and the wallet itself. */

import type { Endpoint } from "#src/webhooks/endpoints.ts";
import { defaultValidityPeriod } from "../access/access-tokens.ts";
import type { HandlersOf } from "../callers.ts";
import { finding, invalidRequest } from "../findings.ts";
import { onboard } from "../integrators.ts";
import { done } from "../presenters/envelope.ts";
import { changeSecret, changeWebhook, webhookOf } from "../webhook.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function accessHandlers({
  database,
  webhooks,
  tokens,
  consumers,
  now,
}: HandlerDependencies): HandlersOf<"Access"> {
  return {
    async issueToken({ query, body }, { identity }) {
      const grant = query["grant-type"] ?? query.grant_type ?? body?.["grant-type"] ?? body?.grant_type;
      if (grant === undefined) throw invalidRequest([finding("grant-type", "required", "is required", "query")]);
      const period = Number(query.validityPeriod || body?.validityPeriod || defaultValidityPeriod);
      return {
        status: 200,
        body: {
          access_token: await tokens.mint(identity.id, period),
          token_type: "Bearer",
          expires_in: period,
          scope: "default",
        },
      };
    },

    async onboardWallet({ body }, { identity }) {
      const wallet = await onboard(database, webhooks, identity, body, new Date(now()));
      consumers.forget(identity.consumerKey);
      return done(wallet, "The wallet is ready.");
    },

    async getWebhook(_request, { identity }) {
      return done(presentWebhook(await webhookOf(webhooks, identity)));
    },

    async updateWebhook({ body }, { identity }) {
      const changed = await changeWebhook(webhooks, identity, body.webhookUrl);
      return done(presentWebhook(changed), "The address is changed.");
    },

    async rotateWebhookSecret(_request, { identity }) {
      return done(await changeSecret(webhooks, identity), "The secret is changed.");
    },
  };
}

function presentWebhook({ url, enabled, updatedAt }: Endpoint) {
  return { webhookUrl: url, enabled, changedAt: new Date(updatedAt) };
}
