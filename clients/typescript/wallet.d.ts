import type { Client } from "openapi-fetch";
import type { TokenOptions } from "./client.js";
import type { paths } from "./types/wallet.js";

export type { components, operations, paths } from "./types/wallet.js";
export declare function createWalletClient(options: TokenOptions): Client<paths>;
