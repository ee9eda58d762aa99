export { createApiKeyClient as createObservabilityClient } from "./client.js";
