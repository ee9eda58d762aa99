/** A server that takes symbols, and the worker that indexes them, for tests that go all the way. */
import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import type { Schemas } from "#generated/observability/contract.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { symbolJobs } from "#src/apis/observability/symbols/jobs.ts";
import { SymbolReaders } from "#src/apis/observability/symbols/reading/symbol-readers.ts";
import type { ArrivedSymbols } from "#src/apis/observability/symbols/uploads/available.ts";
import type { Config } from "#src/config.ts";
import { type RunningJobs, startJobs } from "#src/jobs/runner.ts";
import { whileTested } from "#test/support/api-server.ts";
import { silent } from "#test/support/postgres.ts";
import type { TestServerOptions } from "#test/support/server.ts";
import { until } from "#test/support/until.ts";
import { type Answer, type Headers, ObservabilityServer, withKey } from "../../operations/server.ts";

export const digestOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** A mapping file like no other, of one class. */
export const aMapping = (name: string): Buffer =>
  Buffer.from(`com.shop.${name} -> a.a:\n    1:1:void run():7:7 -> a\n`);

/** Takes some CPU time to read: about a microsecond for each class. */
export const aLongMapping = (classes: number): Buffer =>
  Buffer.from(Array.from({ length: classes }, (_, index) => `com.shop.Cart${index} -> a${index}:\n`).join(""));

export type Kind = "artifacts" | "debug-symbols";
export type Presigned = Schemas["PresignedArtifact"];
export type Listed = Schemas["SymbolUpload"];

export interface Caller extends Tenant {
  readonly headers: Headers;
}

const base = "/api/v1/monitor";

export class SymbolServer extends ObservabilityServer {
  /** What the worker has made available, in its order. */
  readonly arrived: (Tenant & { readonly symbols: ArrivedSymbols })[] = [];
  readonly readers = new SymbolReaders();
  #jobs: RunningJobs | undefined;

  override async start(
    config: Partial<Config> = {},
    { objects, now }: Pick<TestServerOptions, "objects" | "now"> = {},
  ): Promise<void> {
    await super.start(config, { now, ...(objects === undefined ? { keepsFiles: true } : { objects }) });
  }

  override async stop(): Promise<void> {
    await this.rest();
    await this.readers.close();
    await super.stop();
  }

  get dependencies() {
    return {
      objects: this.objects,
      readers: this.readers,
      now: Date.now,
      onArrival: async (_client: PoolClient, { projectId, environment }: Tenant, symbols: ArrivedSymbols) => {
        this.arrived.push({ projectId, environment, symbols });
      },
    };
  }

  /** Starts the worker. */
  async work(): Promise<void> {
    const jobs = symbolJobs(this.dependencies);
    this.#jobs ??= await startJobs(this.database, jobs, { log: silent, pollInterval: 50 });
  }

  /** Stops the worker. */
  async rest(): Promise<void> {
    await this.#jobs?.stop();
    this.#jobs = undefined;
  }

  async aCaller(given: Parameters<ObservabilityServer["key"]>[0] = {}): Promise<Caller> {
    const { key, project } = await this.key(given);
    return { headers: withKey(key), projectId: project?.id ?? "", environment: given.environment ?? "test" };
  }

  presign<T = Presigned>({ headers }: Caller, kind: Kind, bytes: Buffer, fields: object = {}): Promise<Answer<T>> {
    const declared = { sha256: digestOf(bytes), size: bytes.length };
    const usual =
      kind === "artifacts"
        ? { release: "shop@1", platform: "android", artifactType: "r8" }
        : { platform: "android", filename: "libshop.so" };
    return this.post<T>(`${base}/${kind}/presign`, { ...usual, ...declared, ...fields }, headers);
  }

  /** The status that the store answers to a bare PUT. */
  async put({ uploadUrl = "" }: Presigned, bytes: Buffer): Promise<number> {
    return (await fetch(uploadUrl, { method: "PUT", body: new Uint8Array(bytes) })).status;
  }

  complete<T>({ headers }: Caller, kind: Kind, uploadId: string | undefined): Promise<Answer<T>> {
    return this.post<T>(`${base}/${kind}/uploads/complete`, { uploadId }, headers);
  }

  /** Announces and sends a file. */
  async sent(caller: Caller, kind: Kind, bytes: Buffer, fields: object = {}): Promise<string> {
    const { status, body } = await this.presign(caller, kind, bytes, fields);
    if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
    if ((await this.put(body, bytes)) !== 200) throw new Error("The store refused the bytes");
    return body.uploadId ?? "";
  }

  /** Announces, sends and completes an archive. Returns the upload's id. */
  async archive(caller: Caller, bytes: Buffer, fields: object = {}): Promise<string> {
    const uploadId = await this.sent(caller, "debug-symbols", bytes, fields);
    const { status, body } = await this.complete(caller, "debug-symbols", uploadId);
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return uploadId;
  }

  /** Announces, sends and completes an artifact. Returns the file's id. */
  async artifact(caller: Caller, bytes: Buffer, fields: object = {}): Promise<string> {
    const uploadId = await this.sent(caller, "artifacts", bytes, fields);
    const { status, body } = await this.complete<Schemas["StoredArtifact"]>(caller, "artifacts", uploadId);
    if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body.fileId;
  }

  async list({ headers }: Caller, query = ""): Promise<readonly Listed[]> {
    const path = `${base}/debug-symbols/uploads${query}`;
    const { status, body } = await this.get<Schemas["SymbolUploadList"]>(path, headers);
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body.uploads;
  }

  /** The upload once it is DONE, FAILED or INVALID. */
  async ended(caller: Caller, uploadId: string): Promise<Listed> {
    let found: Listed | undefined;
    await until(async () => {
      found = (await this.list(caller, "?limit=200")).find((upload) => upload.uploadId === uploadId);
      return found !== undefined && found.completedAt !== null;
    });
    return found as Listed;
  }

  /** Keys of everything that is stored of a project's symbols. */
  async keys({ projectId }: Tenant): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of this.objects.list(`${projectId}/`)) keys.push(key);
    return keys;
  }
}

/** Such a server for the tests of the surrounding `describe`, with its worker. */
export function workingSymbolServer(config: Partial<Config> = {}): SymbolServer {
  const server = new SymbolServer();
  return whileTested(server, async () => {
    await server.start(config);
    await server.work();
  });
}
