/** The sandbox insurers in a process of their own. Prints who they are in one line. */
import { startSandboxInsurers } from "#src/sandbox/insurers/server.ts";

const sandbox = await startSandboxInsurers({ port: 0, journal: null });
console.log(JSON.stringify(sandbox.insurers));
