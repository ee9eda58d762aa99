export { createOpenClient as createOrderingClient } from "./client.js";
