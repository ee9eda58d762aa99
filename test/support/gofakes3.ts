/**
 * An S3 server that is not ours, for what has to hold over any: gofakes3, which checks no signature and binds no length
 * (go install github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0), in the PATH or where GOFAKES3 says.
 */
import { spawn, spawnSync } from "node:child_process";
import { type ObjectStore, openObjectStore } from "#src/storage/objects/object-store.ts";
import { freePort } from "./ports.ts";
import { until } from "./until.ts";

const program = process.env.GOFAKES3 ?? "gofakes3";

export interface OtherStore {
  readonly objects: ObjectStore;
  stop(): Promise<void>;
}

/** One with an empty bucket, in memory. Throws an error that names what is missing. */
export async function startOtherStore(): Promise<OtherStore> {
  if (spawnSync(program, ["-help"]).error !== undefined)
    throw new Error(
      `${program} is missing: go install github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0, or set GOFAKES3`,
    );
  const host = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, ["-host", host, "-backend", "memory"], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const endpoint = `http://${host}`;
  const credentials = { accessKeyId: "any", secretAccessKey: "any" };
  const objects = openObjectStore({ endpoint, region: "us-east-1", bucket: "accord-test", credentials });
  await until(async () => (await fetch(endpoint).catch(() => null)) !== null);
  await objects.ensureBucket();
  return {
    objects,
    async stop() {
      objects.close();
      child.kill();
      await ended;
    },
  };
}
