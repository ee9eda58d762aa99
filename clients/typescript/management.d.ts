import type { Client } from "openapi-fetch";
import type { OpenOptions } from "./client.js";
import type { paths } from "./types/management.js";

export type { components, operations, paths } from "./types/management.js";
export declare function createManagementClient(options: OpenOptions): Client<paths>;
