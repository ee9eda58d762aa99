import type { BaseLogger } from "pino";

/** The log of a part of the server. A pino logger has this type. */
export type Log = Pick<BaseLogger, "debug" | "info" | "warn" | "error">;
