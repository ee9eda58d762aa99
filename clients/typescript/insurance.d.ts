import type { Client } from "openapi-fetch";
import type { ApiKeyOptions } from "./client.js";
import type { paths } from "./types/insurance.js";

export type { components, operations, paths } from "./types/insurance.js";
export declare function createInsuranceClient(options: ApiKeyOptions): Client<paths>;
