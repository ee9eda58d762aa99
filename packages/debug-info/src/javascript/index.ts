export { scriptPath, scriptsOf } from "./script-path.ts";
export {
  type GeneratedFrame,
  InvalidSourceMapError,
  type OriginalFrame,
  type SourceContext,
  SourceMapFile,
} from "./source-map.ts";
export { mostValues } from "./source-map-limits.ts";
export { parseStack } from "./stack-trace.ts";
