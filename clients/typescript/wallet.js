export { createTokenClient as createWalletClient } from "./client.js";
