/** The APIs that this server can serve. Each room opens itself over the foundation. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { insurancePresenters, openInsurance } from "#src/apis/insurance/api.ts";
import { seedInsurance } from "#src/apis/insurance/demo.ts";
import { observabilityPresenters, openObservability } from "#src/apis/observability/api.ts";
import { seedObservability } from "#src/apis/observability/demo.ts";
import { openOrdering, orderingPresenters } from "#src/apis/ordering/api.ts";
import { seedOrdering } from "#src/apis/ordering/demo.ts";
import { openPlaceholder, placeholderPresenters } from "#src/apis/placeholder/api.ts";
import { seedPlaceholder } from "#src/apis/placeholder/demo.ts";
import type { Config } from "#src/config.ts";
import type { Api, ProblemPresenter } from "#src/contract/api.ts";
import type { Job } from "#src/jobs/job.ts";
import type { Foundation } from "./foundation.ts";

/** An opened API: bound to its document, with the jobs it needs run. */
export interface OpenRoom {
  readonly api: Api;
  readonly jobs: readonly Job<never>[];
  /** Finishes what has been accepted. */
  close(): Promise<void>;
}

export interface Room {
  readonly title: string;
  readonly open: (foundation: Foundation, config: Config, log: Logger) => Promise<OpenRoom>;
  /** How its errors are written where that is not RFC 9457; mocks need it without the rest of the room. */
  readonly presenters: Readonly<Record<string, ProblemPresenter>>;
  /** Makes demo tenants where there are none, and new secrets for them. Returns the API's part of `demo.json`. */
  readonly seed: (foundation: Foundation) => Promise<Record<string, unknown>>;
  /** The addresses in `demo.json`, given where the API is mounted. */
  readonly addresses: (base: string) => Record<string, string>;
}

export const rooms = {
  observability: {
    title: "Observability",
    open: ({ database, masterKey }, config, log) => openObservability({ database, masterKey, config, log }),
    presenters: observabilityPresenters,
    seed: ({ database, masterKey }) => seedObservability(database, masterKey),
    addresses: (base) => ({ baseUrl: base }),
  },
  insurance: {
    title: "Insurance",
    open: ({ database, objects, masterKey, embedded }, config, log) =>
      // The sandbox insurers run on this machine, beside an embedded installation.
      openInsurance({
        database,
        objects,
        masterKey,
        config,
        log,
        loopbackInsurers: embedded || config.webhookAllowLoopback,
      }),
    presenters: insurancePresenters,
    seed: ({ database, masterKey }) => seedInsurance(database, masterKey),
    addresses: (base) => ({ baseUrl: base }),
  },
  ordering: {
    title: "Customer Ordering",
    open: ({ database, masterKey }, config) => openOrdering({ database, masterKey, config }),
    presenters: orderingPresenters,
    seed: ({ database }) => seedOrdering(database),
    addresses: (base) => ({ baseUrl: base }),
  },
  placeholder: {
    title: "Placeholder",
    open: async ({ database, objects, masterKey }, config) => openPlaceholder({ database, objects, masterKey, config }),
    presenters: placeholderPresenters,
    seed: ({ database }) => seedPlaceholder(database),
    addresses: (base) => ({ baseUrl: base }),
  },
} satisfies Record<string, Room>;

export type RoomName = keyof typeof rooms;

export const roomNames = Object.keys(rooms) as RoomName[];

const generated = join(import.meta.dirname, "..", "..", "generated");

/** The published bytes of an API's document. */
export function documentBytes(name: RoomName): Buffer {
  return readFileSync(join(generated, name, "openapi.json"));
}
