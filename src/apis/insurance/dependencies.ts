import type { Logger } from "pino";
import type { Cursors } from "#src/http/cursor.ts";
import type { Database } from "#src/storage/database.ts";
import type { Destinations } from "#src/webhooks/destinations.ts";
import type { Webhooks } from "#src/webhooks/webhooks.ts";
import type { KeptFileDependencies } from "./forms/kept-files.ts";
import type { Insurers } from "./insurers/registry.ts";
import type { IntentDependencies } from "./intents/dependencies.ts";

/** Dependencies of the handlers of this API. */
export interface HandlerDependencies {
  readonly database: Database;
  readonly files: KeptFileDependencies;
  readonly insurers: Insurers;
  /** For effects at insurers: `perform` takes them. */
  readonly intents: IntentDependencies;
  readonly webhooks: Webhooks;
  /** Where insurers may send us for documents. */
  readonly destinations: Destinations;
  readonly cursors: Cursors;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
