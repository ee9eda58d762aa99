import type { Client } from "openapi-fetch";
import type { ApiKeyOptions } from "./client.js";
import type { paths } from "./types/observability.js";

export type { components, operations, paths } from "./types/observability.js";
export declare function createObservabilityClient(options: ApiKeyOptions): Client<paths>;
