/** All that is fuzzed. */
import type { Format } from "../format.ts";
import { dwarf } from "./dwarf.ts";
import { mangledNames } from "./names.ts";
import { elf, machO, zip } from "./objects.ts";
import { expressions } from "./queries.ts";
import { otlpJson, otlpProtobuf, remoteWrite1, remoteWrite2 } from "./telemetry.ts";
import { mapping, sourceMap } from "./texts.ts";

export const formats: readonly Format[] = [
  elf,
  machO,
  dwarf,
  mangledNames,
  zip,
  sourceMap,
  mapping,
  remoteWrite1,
  remoteWrite2,
  otlpProtobuf,
  otlpJson,
  expressions,
];

/** Throws RangeError for a name that none has. */
export function formatNamed(name: string): Format {
  const found = formats.find((format) => format.name === name);
  if (found === undefined) throw new RangeError(`There is no format ${name}`);
  return found;
}
