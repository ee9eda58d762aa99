import type { Sliceable } from "#src/http/event-loop.ts";
import { serviceNameOf } from "../attributes.ts";
import { Batch, type Decoded, type Origin, originOf } from "../batch.ts";
import { RecordFault } from "../faults.ts";
import { recordPointer, type Signal } from "../signals.ts";
import { parseJson } from "./parse.ts";
import { type JsonObject, JsonReader } from "./reader.ts";
import { JsonValues } from "./values.ts";

/** Adds a record, from its JSON object. Throws RecordFault when it cannot be stored. */
export type AddRecord = (message: JsonObject, reader: JsonReader, values: JsonValues, origin: Origin) => void;

/**
 * Decodes an Export…ServiceRequest; `add` adds to `records`. A resource or scope whose text cannot be stored refuses the records under
 * it, and only those. `countIn` says for how much a refused record counts. Throws OtlpDecodeError when a type is wrong or a limit exceeded.
 */
export function* decodeJson<Records extends { readonly length: number }>(
  bytes: Buffer,
  signal: Signal,
  records: Records,
  add: AddRecord,
  countIn: (message: JsonObject, reader: JsonReader) => number = one,
): Sliceable<Decoded<Records>> {
  const batch = new Batch(records);
  if (bytes.length === 0) return batch.finish();
  const body = yield* parseJson(bytes);
  const reader = new JsonReader(body);
  const values = new JsonValues(reader);
  for (const resourceElement of reader.elements(reader.object(body.value), signal.resources)) {
    batch.countOrigin();
    const resourceList = reader.object(resourceElement);
    const resourceIndex = reader.index;
    const resourceJson = sharedText(
      reader,
      resourceList,
      "resource",
      (resource) => values.attributes(resource),
      values,
    );
    const serviceName = typeof resourceJson === "string" ? serviceNameOf(resourceJson) : "";
    for (const scopeElement of reader.elements(resourceList, signal.scopes)) {
      batch.countOrigin();
      const scopeList = reader.object(scopeElement);
      const scopeIndex = reader.index;
      const readScope = (scope: JsonObject) => ({
        attributes: values.attributes(scope),
        name: reader.text(scope, "name"),
        version: reader.text(scope, "version"),
      });
      const scopeJson = sharedText(reader, scopeList, "scope", readScope, values);
      const origin = originOf(serviceName, resourceJson, scopeJson);
      for (const element of reader.elements(scopeList, signal.records)) {
        const message = reader.object(element);
        const { index } = reader;
        const depth = reader.path.length;
        values.begin();
        try {
          if (origin instanceof RecordFault) throw origin;
          add(message, reader, values, origin);
          batch.added(origin);
        } catch (fault) {
          if (!(fault instanceof RecordFault)) throw fault;
          reader.path.length = depth;
          batch.reject(recordPointer(signal, resourceIndex, scopeIndex, index), fault.reason, countIn(message, reader));
        }
        yield;
      }
      yield;
    }
  }
  return batch.finish();
}

const one = () => 1;

/** The text of a resource or scope. A fault is returned, to be thrown for each record. */
function sharedText(
  reader: JsonReader,
  parent: JsonObject,
  name: "resource" | "scope",
  read: (message: JsonObject) => unknown,
  values: JsonValues,
): string | RecordFault {
  values.begin();
  const depth = reader.path.length;
  try {
    return JSON.stringify(reader.message(parent, name, read) ?? read({}));
  } catch (fault) {
    if (!(fault instanceof RecordFault)) throw fault;
    reader.path.length = depth;
    return new RecordFault(`its ${name}: ${fault.reason}`);
  }
}
