import { serviceNameOf } from "../attributes.ts";
import { Batch, type Decoded, type Origin } from "../batch.ts";
import { RecordFault } from "../faults.ts";
import { recordPointer, type Signal } from "../signals.ts";
import { parseJson } from "./parse.ts";
import { type JsonObject, JsonReader } from "./reader.ts";
import { JsonValues } from "./values.ts";

/** Makes a record of its JSON object. Throws RecordFault when it cannot be stored. */
export type ReadRecord<T> = (message: JsonObject, reader: JsonReader, values: JsonValues, origin: Origin) => T;

/**
 * Decodes an Export…ServiceRequest. A resource or scope whose text cannot be stored refuses the records under it, and
 * only those. Throws OtlpDecodeError when a type is wrong or a limit exceeded.
 */
export function decodeJson<T extends Origin>(bytes: Buffer, signal: Signal, readRecord: ReadRecord<T>): Decoded<T> {
  const batch = new Batch<T>();
  if (bytes.length === 0) return batch.finish();
  const body = parseJson(bytes);
  const reader = new JsonReader(body);
  const values = new JsonValues(reader);
  reader.each(reader.object(body.value), signal.resources, (resourceElement, resourceIndex) => {
    batch.countOrigin();
    const resourceList = reader.object(resourceElement);
    const resourceJson = sharedText(reader, resourceList, "resource", (resource) => values.attributes(resource));
    const serviceName = typeof resourceJson === "string" ? serviceNameOf(resourceJson) : "";
    reader.each(resourceList, signal.scopes, (scopeElement, scopeIndex) => {
      batch.countOrigin();
      const scopeList = reader.object(scopeElement);
      const scopeJson = sharedText(reader, scopeList, "scope", (scope) => ({
        attributes: values.attributes(scope),
        name: reader.text(scope, "name"),
        version: reader.text(scope, "version"),
      }));
      reader.each(scopeList, signal.records, (element, index) => {
        const message = reader.object(element);
        const depth = reader.path.length;
        try {
          if (resourceJson instanceof RecordFault) throw resourceJson;
          if (scopeJson instanceof RecordFault) throw scopeJson;
          batch.add(readRecord(message, reader, values, { serviceName, resourceJson, scopeJson }));
        } catch (fault) {
          if (!(fault instanceof RecordFault)) throw fault;
          reader.path.length = depth;
          batch.reject(recordPointer(signal, resourceIndex, scopeIndex, index), fault.reason);
        }
      });
    });
  });
  return batch.finish();
}

/** The text of a resource or scope. A fault is returned, to be thrown for each record. */
function sharedText(
  reader: JsonReader,
  parent: JsonObject,
  name: "resource" | "scope",
  read: (message: JsonObject) => unknown,
): string | RecordFault {
  const depth = reader.path.length;
  try {
    return JSON.stringify(reader.message(parent, name, read) ?? read({}));
  } catch (fault) {
    if (!(fault instanceof RecordFault)) throw fault;
    reader.path.length = depth;
    return new RecordFault(`its ${name}: ${fault.reason}`);
  }
}
