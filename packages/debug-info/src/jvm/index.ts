export { InvalidMappingError, MappingFile, mappingLimits } from "./mapping.ts";
export { type ObfuscatedFrame, retrace } from "./retrace.ts";
export { retraceText } from "./stack-trace.ts";
