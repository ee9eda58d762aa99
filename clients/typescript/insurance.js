export { createApiKeyClient as createInsuranceClient } from "./client.js";
