import { Cursors } from "#src/http/cursor.ts";
import type { Database } from "#src/storage/database.ts";
import { keysOf, type MasterKey } from "#src/storage/master-key.ts";
import { Destinations, type NameResolver } from "./destinations.ts";
import { Sender } from "./sender.ts";

export interface WebhooksOptions {
  readonly database: Database;
  readonly masterKey: MasterKey;
  /** `ACCORD_WEBHOOK_ALLOW_LOOPBACK`. */
  readonly allowLoopback: boolean;
  /** The names that an endpoint may subscribe to, beside `*`. */
  readonly eventNames: readonly string[];
  /** `apiVersion` of the test event. */
  readonly apiVersion: string;
  readonly resolver?: NameResolver;
  readonly now?: () => Date;
  /** Of one attempt, in ms; 15,000 when left out. */
  readonly timeoutMs?: number;
}

/** The webhooks of one API: what its handlers manage endpoints and deliveries with. */
export type Webhooks = ReturnType<typeof openWebhooks>;

export function openWebhooks(options: WebhooksOptions) {
  const { database, masterKey, allowLoopback, eventNames, apiVersion, resolver, timeoutMs } = options;
  const destinations = new Destinations({ allowLoopback, ...(resolver && { resolver }) });
  const sender = new Sender({ destinations, ...(timeoutMs !== undefined && { timeoutMs }) });
  return {
    database,
    masterKey,
    cursors: new Cursors(...keysOf(masterKey)),
    destinations,
    sender,
    eventNames,
    apiVersion,
    now: options.now ?? (() => new Date()),
    /** Ends idle connections to receivers. */
    close: () => sender.close(),
  };
}
