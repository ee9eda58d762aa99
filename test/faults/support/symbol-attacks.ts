/**
 * What projects can do with symbols to take the service from the others. Run as a program, it attacks from a process of its own:
 *
 *     node symbol-attacks.ts '{"name":…,"url":…,"keys":[…],"times":…}'
 */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { abbreviations, elfOf, lineProgramOf, unitOf } from "#debug-info/test/native-writer.ts";

const mebibyte = 1024 * 1024;

export const symbolAttackNames = ["source maps of 60 MiB", "archives and stacks without end"] as const;
export type SymbolAttackName = (typeof symbolAttackNames)[number];

export interface SymbolAttackPlan {
  readonly name: SymbolAttackName;
  /** Where the observability API is. */
  readonly url: string;
  /** Of different projects, which may upload symbols. */
  readonly keys: readonly string[];
  /** Uploads of each project. */
  readonly times: number;
}

/** Attacks from another process. Resolves with how many completions were answered with each status. */
export async function attackWithSymbols(plan: SymbolAttackPlan): Promise<Readonly<Record<string, number>>> {
  const child = fork(import.meta.filename, [JSON.stringify(plan)], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  let statuses: Record<string, number> | undefined;
  child.once("message", (counts: Record<string, number>) => {
    statuses = counts;
  });
  const [code] = await once(child, "exit");
  if (statuses === undefined) throw new Error(`the attacker ended with ${code}`);
  return statuses;
}

/** One project as a client of the API. */
export class SymbolClient {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, key: string) {
    this.#url = `${url}/api/v1/monitor`;
    this.#headers = { "x-api-key": key, "content-type": "application/json" };
  }

  async post(path: string, body: object): Promise<{ readonly status: number; readonly body: Record<string, string> }> {
    const answer = await fetch(`${this.#url}/${path}`, {
      method: "POST",
      headers: this.#headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  }

  /** Announces, sends and completes a file; returns the status of its completion. */
  async upload(kind: "artifacts" | "debug-symbols", bytes: Buffer, fields: object): Promise<number> {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const { body } = await this.post(`${kind}/presign`, { ...fields, sha256, size: bytes.length });
    await (await fetch(body.uploadUrl ?? "", { method: "PUT", body: new Uint8Array(bytes) })).arrayBuffer();
    return (await this.post(`${kind}/uploads/complete`, { uploadId: body.uploadId })).status;
  }

  uploadMap(bytes: Buffer): Promise<number> {
    return this.upload("artifacts", bytes, { release: "web@1", platform: "web", artifactType: "sourcemap" });
  }

  /** Sends an error of a page; returns its id. */
  async crash(filename: string): Promise<string> {
    const eventId = crypto.randomUUID();
    const frames = Array.from({ length: 50 }, () => ({ filename, function: "a", lineno: 1, colno: 21 }));
    const exception = { type: "TypeError", value: "no", stacktrace: { frames } };
    const event = { eventId, level: 60, time: Date.now(), platform: "web", release: "web@1", exception };
    const { status, body } = await this.post("ingest", event);
    if (status >= 300) throw new Error(`a crash was answered ${status}: ${JSON.stringify(body)}`);
    return eventId;
  }

  async statusOf(eventId: string): Promise<string | undefined> {
    const answer = await fetch(`${this.#url}/events/${eventId}`, { headers: this.#headers });
    const { symbolication } = (await answer.json()) as { symbolication?: { status: string } };
    return symbolication?.status;
  }
}

/** The most values that a map may have, and text for the rest. */
function emptyLists(number: number): Buffer {
  const text = "x".repeat(50 * mebibyte);
  const map = `{"version":3,"sources":[],"names":[],"mappings":"","n":${number},"y":"${text}","x":[${"[],".repeat(3_900_000)}[]]}`;
  return Buffer.from(map);
}

/** A few kilobytes with as many line rows as they may have. */
function lineRows(number: number): Buffer {
  return elfOf(
    [
      { name: ".debug_info", bytes: Buffer.concat(Array.from({ length: 100 }, () => unitOf({ lines: 0 }))) },
      { name: ".debug_abbrev", bytes: abbreviations },
      { name: ".debug_line", bytes: lineProgramOf(Buffer.alloc(900_000, 1)), compression: "zstd" },
    ],
    Buffer.alloc(20, number + 1),
  );
}

const crashes = 40;

if (import.meta.main) {
  const { name, url, keys, times } = JSON.parse(process.argv[2] ?? "") as SymbolAttackPlan;
  const statuses = await Promise.all(
    keys.map(async (key, project) => {
      const client = new SymbolClient(url, key);
      const answered: number[] = [];
      if (name === "source maps of 60 MiB") {
        for (let time = 0; time < times; time++) answered.push(await client.uploadMap(emptyLists(time)));
        return answered;
      }
      const marks = `${"?".repeat(8_000)}\n`;
      const file = JSON.stringify(`${"?".repeat(2_000_000)}\n`);
      const map = `{"version":3,"file":${file},"sources":["a.js"],"names":[],"mappings":"${"AAAA,".repeat(2_500_000)}"}`;
      answered.push(await client.uploadMap(Buffer.from(map)));
      const fields = { platform: "android", filename: "libshop.so" };
      for (let time = 0; time < times; time++)
        answered.push(await client.upload("debug-symbols", lineRows(project * times + time), fields));
      for (let time = 0; time < crashes; time++) {
        const eventId = await client.crash(`b.js${marks}`);
        if (time < crashes - 1) continue;
        while ((await client.statusOf(eventId)) === "pending") await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return answered;
    }),
  );
  const counts: Record<string, number> = {};
  for (const status of statuses.flat()) counts[status] = (counts[status] ?? 0) + 1;
  process.send?.(counts);
  process.disconnect();
}
