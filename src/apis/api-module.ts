/** An API as the rest of the server sees it. Each has one module, in `src/apis/<api>/api.ts`, and src/apis/index.ts lists them. */
import type { Command } from "commander";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { EntitySchema } from "typeorm";
import type { Config } from "#src/config.ts";
import type { Api, ProblemPresenter } from "#src/contract/api.ts";
import type { QuotaOwner, QuotaUse, ReadQuotas } from "#src/identity/quota-use.ts";
import type { Job } from "#src/jobs/job.ts";
import type { Database, MigrationClass } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import type { SealedColumn } from "#src/storage/sealed-columns.ts";

/** The server's services for an API that opens. */
export interface ApiDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly masterKey: MasterKey;
  /** Whether database and files live in the data folder: a first try or a developer's machine. */
  readonly embedded: boolean;
  readonly config: Config;
  readonly log: Logger;
  /** Milliseconds since the epoch; the system's clock when left out, as only tests do otherwise. */
  readonly now?: () => number;
  /** Reads the quotas of all APIs of the server. */
  readonly quotas: ReadQuotas;
}

/** An opened API: bound to its document, with the jobs it needs run. */
export interface OpenedApi {
  readonly api: Api;
  readonly jobs: readonly Job<never>[];
  /** Ends answers that would go on until something happens, before the server stops; none begins afterwards. */
  readonly endStreams?: () => void;
  /** Finishes what has been accepted. */
  close(): Promise<void>;
}

/** The context of a command on the command line. */
export type CommandContext = Pick<ApiDependencies, "database" | "masterKey" | "config"> & { close(): Promise<void> };

export interface ApiModule {
  /** The folder in specs/, generated/ and src/apis/, and the path that the API is mounted at. */
  readonly name: string;
  /** As people read it, for example on the page at the server's root. */
  readonly title: string;
  readonly entities: readonly EntitySchema[];
  readonly migrations: readonly MigrationClass[];
  /** Where it keeps what is encrypted under the master key; none when left out. */
  readonly sealed?: readonly SealedColumn[];
  /** How its errors are written where that is not RFC 9457; mocks need it without the rest of the API. */
  readonly presenters?: Readonly<Record<string, ProblemPresenter>>;
  /** Opens the API over a database with its schema in place. Throws BindingError when document and code disagree. */
  readonly open: (dependencies: ApiDependencies) => Promise<OpenedApi>;
  /** Makes the partitions of the coming days; to be called before they are needed, by the tables' owner. */
  readonly ensureDays?: (pool: Pool) => Promise<unknown>;
  /** Makes demo tenants where there are none, and new secrets for them. Returns the API's part of `demo.json`. */
  readonly seed?: (dependencies: Pick<ApiDependencies, "database" | "masterKey">) => Promise<Record<string, unknown>>;
  /** How much of its quotas a project or business has used; left out where there are none to show. */
  readonly quotas?: (
    dependencies: Pick<ApiDependencies, "database" | "config" | "now">,
    owner: QuotaOwner,
  ) => Promise<readonly QuotaUse[]>;
  /** The addresses in `demo.json`, given where the API is mounted; `baseUrl` alone when left out. */
  readonly addresses?: (base: string) => Readonly<Record<string, string>>;
  /** Its commands of `accord`. `open` is called when one of them runs, not for its help. */
  readonly commands?: (open: () => Promise<CommandContext>) => readonly Command[];
}
