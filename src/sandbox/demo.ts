/** The sandbox beside a demo installation: its insurers are known to the server from the first second. */
import { join } from "node:path";
import { registerInsurer } from "#src/apis/insurance/insurers/registry.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import { type RunningSandbox, startSandboxInsurers } from "./insurers/server.ts";

/** The file in the data folder that remembers what the sandbox insurers sold. */
export const journalFile = "sandbox-insurers.jsonl";

/** Starts the sandbox on a free port and tells the registry where its insurers are today. */
export async function startDemoInsurers(
  database: Database,
  masterKey: MasterKey,
  dataDir: string,
): Promise<RunningSandbox> {
  const sandbox = await startSandboxInsurers({ port: 0, journal: join(dataDir, journalFile) });
  try {
    for (const insurer of sandbox.insurers)
      await registerInsurer(database, masterKey, insurer, { allowLoopback: true });
    return sandbox;
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}
