import type { Client } from "openapi-fetch";
import type { OpenOptions } from "./client.js";
import type { paths } from "./types/ordering.js";

export type { components, operations, paths } from "./types/ordering.js";
export declare function createOrderingClient(options: OpenOptions): Client<paths>;
