/** One server of `accord dev`: all APIs and their workers, on the database and object store of the process that started it. */
import { pino } from "pino";
import { apiNames } from "#src/apis/index.ts";
import { loadConfig } from "#src/config.ts";
import { logOutput } from "#src/http/log-output.ts";
import { serve } from "#src/server/serve.ts";
import { StartupError } from "#src/storage/startup-error.ts";
import type { Listening } from "./server-processes.ts";

const config = loadConfig(process.env);
const log = pino({ level: config.logLevel }, logOutput(1));
try {
  const running = await serve(config, log, { apis: apiNames, listen: true, work: true, migrate: true, seed: false });
  process.on("SIGTERM", async () => {
    await running.stop();
    process.exit(0);
  });
  process.send?.({ url: running.url ?? "" } satisfies Listening);
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
}
