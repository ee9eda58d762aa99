export { createOpenClient as createManagementClient } from "./client.js";
