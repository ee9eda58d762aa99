export { createTokenClient as createPlaceholderClient } from "./client.js";
