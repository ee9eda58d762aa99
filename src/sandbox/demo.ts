/** The sandbox beside a demo installation: its insurers are known to the server from the first second. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { registerInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { hasRealMailService, registerMailService } from "#src/apis/placeholder/mail/mail-service.ts";
import { hasRealClearingHouse, registerClearingHouse } from "#src/apis/wallet/clearing/clearing-house.ts";
import { hasRealQrPlatform, registerQrPlatform } from "#src/apis/wallet/qr/qr-platform.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import { type SandboxClearingHouse, startSandboxClearingHouse } from "./clearing-house/server.ts";
import { type RunningSandbox, startSandboxInsurers } from "./insurers/server.ts";
import { type SandboxMailbox, startSandboxMailbox } from "./mailbox/server.ts";
import { type SandboxQrPlatform, startSandboxQrPlatform } from "./qr-platform/server.ts";

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

/**
 * Starts the sandbox clearing house on a free port and says where transfers to other banks go from now on. Null where a real one is
 * registered, which stays.
 */
export async function startDemoClearingHouse(
  { dataSource: { manager } }: Database,
  masterKey: MasterKey,
): Promise<SandboxClearingHouse | null> {
  if (await hasRealClearingHouse(manager)) return null;
  const secret = randomBytes(24).toString("base64url");
  const house = await startSandboxClearingHouse({ port: 0, secret });
  await registerClearingHouse({ manager, masterKey }, { url: house.url, secret, sandbox: true });
  return house;
}

/**
 * Starts the sandbox QR platform on a free port and says where customers are made from now on. Null where a real one is registered,
 * which stays.
 */
export async function startDemoQrPlatform(
  { dataSource: { manager } }: Database,
  masterKey: MasterKey,
): Promise<SandboxQrPlatform | null> {
  if (await hasRealQrPlatform(manager)) return null;
  const secret = randomBytes(24).toString("base64url");
  const platform = await startSandboxQrPlatform({ port: 0, secret });
  await registerQrPlatform({ manager, masterKey }, { url: platform.url, secret, sandbox: true });
  return platform;
}

/**
 * Starts the sandbox mailbox on a free port and says that mail goes there from now on. Null where a real service is registered, which stays.
 *
 * @returns with the secret that its messages are read with.
 */
export async function startDemoMailbox(
  { dataSource: { manager } }: Database,
  masterKey: MasterKey,
): Promise<{ readonly mailbox: SandboxMailbox; readonly secret: string } | null> {
  if (await hasRealMailService(manager)) return null;
  const secret = randomBytes(24).toString("base64url");
  const mailbox = await startSandboxMailbox({ port: 0, secret });
  await registerMailService({ manager, masterKey }, { url: mailbox.url, secret, sandbox: true });
  return { mailbox, secret };
}
