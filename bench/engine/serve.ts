/** `node bench/engine/serve.ts <contender>`: serves one contender and prints its port. */
import { type Contender, contenders } from "./contenders.ts";

const name = process.argv[2] as Contender;
console.log(await contenders[name]());
process.once("SIGINT", () => process.exit(0));
