import type { Client } from "openapi-fetch";
import type { TokenOptions } from "./client.js";
import type { paths } from "./types/placeholder.js";

export type { components, operations, paths } from "./types/placeholder.js";
export declare function createPlaceholderClient(options: TokenOptions): Client<paths>;
