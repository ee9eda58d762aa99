/** The sandbox beside a demo installation: its insurers are known to the server from the first second. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { registerInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { mailService } from "#src/apis/placeholder/mail/reset-mail.ts";
import { clearingHouseService } from "#src/apis/wallet/clearing/clearing-house.ts";
import { qrPlatformService } from "#src/apis/wallet/qr/qr-platform.ts";
import type { OutsideService } from "#src/outside/outside-service.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import type { SandboxServiceName } from "./command.ts";
import { type RunningSandbox, startSandboxInsurers } from "./insurers/server.ts";
import { startSandboxService } from "./services.ts";

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

/** A service beside the demo installation, and the secret that its faults are switched on with. */
interface DemoService {
  /** The API that it belongs to. */
  readonly api: "wallet" | "placeholder";
  readonly url: string;
  readonly secret: string;
  close(): Promise<void>;
}

interface Kind extends Pick<DemoService, "api"> {
  readonly registered: OutsideService;
  readonly sandbox: SandboxServiceName;
}

/** As demo.json calls them. */
export const demoServices = ["clearingHouse", "qrPlatform", "mailbox"] as const;

type DemoServiceName = (typeof demoServices)[number];

const kinds: Readonly<Record<DemoServiceName, Kind>> = {
  clearingHouse: { api: "wallet", registered: clearingHouseService, sandbox: "clearing-house" },
  qrPlatform: { api: "wallet", registered: qrPlatformService, sandbox: "qr-platform" },
  mailbox: { api: "placeholder", registered: mailService, sandbox: "mailbox" },
};

/** Starts one of them on a free port and says that requests go there from now on. Null where a real one is registered, which stays. */
export async function startDemoService(
  name: DemoServiceName,
  { dataSource: { manager } }: Database,
  masterKey: MasterKey,
): Promise<DemoService | null> {
  const { api, registered, sandbox } = kinds[name];
  if (await registered.isReal(manager)) return null;
  const secret = randomBytes(24).toString("base64url");
  const service = await startSandboxService(sandbox, { port: 0, secret });
  try {
    await registered.register({ manager, masterKey }, { url: service.url, secret, sandbox: true });
    return { api, url: service.url, secret, close: () => service.close() };
  } catch (error) {
    await service.close();
    throw error;
  }
}
