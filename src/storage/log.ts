import type { BaseLogger } from "pino";

/** Where a part of the server writes what it does. A pino logger fits. */
export type Log = Pick<BaseLogger, "debug" | "info" | "warn" | "error">;
