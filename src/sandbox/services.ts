import { startSandboxClearingHouse } from "./clearing-house/server.ts";
import type { SandboxServiceName } from "./command.ts";
import { startSandboxMailbox } from "./mailbox/server.ts";
import { startSandboxQrPlatform } from "./qr-platform/server.ts";
import type { SandboxService, ServiceOptions } from "./service.ts";

/** Each of them, to be started by its name. */
const starts = {
  mailbox: startSandboxMailbox,
  "clearing-house": startSandboxClearingHouse,
  "qr-platform": startSandboxQrPlatform,
} satisfies Record<SandboxServiceName, unknown>;

export function startSandboxService(
  name: SandboxServiceName,
  options: ServiceOptions,
): Promise<Pick<SandboxService, "url" | "close">> {
  return starts[name](options);
}
