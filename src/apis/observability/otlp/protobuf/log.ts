import type { LogRecord } from "../../records.ts";
import { bodyTextOf } from "../attributes.ts";
import type { Origin } from "../batch.ts";
import { knownEnum, logSpanId, logTraceId, severities, storableTime } from "../record-rules.ts";
import { JsonText } from "./json-text.ts";
import type { MessageShape, ProtobufReader } from "./reader.ts";
import { noBytes, readText, type ValueWriter } from "./values.ts";

const logShape: MessageShape = {
  name: "LogRecord",
  fields: {
    1: "time_unix_nano",
    2: "severity_number",
    3: "severity_text",
    5: "body",
    6: "attributes",
    7: "dropped_attributes_count",
    8: "flags",
    9: "trace_id",
    10: "span_id",
    11: "observed_time_unix_nano",
    12: "event_name",
  },
};

/** Reads log records (opentelemetry.proto.logs.v1.LogRecord). The ids of its records are views of the request's body. */
export class LogReader {
  private readonly reader: ProtobufReader;
  private readonly values: ValueWriter;
  private readonly add: (record: LogRecord) => void;
  private readonly attributes = new JsonText();
  private readonly body = new JsonText();

  constructor(reader: ProtobufReader, values: ValueWriter, add: (record: LogRecord) => void) {
    this.reader = reader;
    this.values = values;
    this.add = add;
  }

  /** Reads from the cursor to the limit. Throws RecordFault when the record cannot be stored. */
  read(origin: Origin): void {
    const { reader, values, attributes, body } = this;
    const listStart = attributes.openList();
    body.begin();
    let time = 0n;
    let observedTime = 0n;
    let severityNumber = 0;
    let severityText = "";
    let traceId: Uint8Array = noBytes;
    let spanId: Uint8Array = noBytes;
    let flags = 0;
    let eventName = "";
    let droppedAttributesCount = 0;
    while (reader.pos < reader.limit) {
      switch (reader.tag()) {
        case 0x09:
          time = reader.fixed64();
          break;
        case 0x10:
          severityNumber = reader.varint();
          break;
        case 0x1a:
          severityText = readText(reader);
          break;
        case 0x2a:
          body.begin();
          values.anyValue(body, 1);
          break;
        case 0x32:
          values.attribute(attributes, listStart);
          break;
        case 0x38:
          droppedAttributesCount = reader.varint();
          break;
        case 0x45:
          flags = reader.fixed32();
          break;
        case 0x4a:
          traceId = reader.take();
          break;
        case 0x52:
          spanId = reader.take();
          break;
        case 0x59:
          observedTime = reader.fixed64();
          break;
        case 0x62:
          eventName = readText(reader);
          break;
        default:
          reader.skip(logShape);
      }
    }
    const escaped = body.escaped;
    const bodyJson = body.length === 0 ? "{}" : body.take();
    this.add({
      timeUnixNano: storableTime("timeUnixNano", time),
      observedTimeUnixNano: storableTime("observedTimeUnixNano", observedTime),
      severityNumber: knownEnum(severityNumber, severities),
      severityText,
      traceId: logTraceId(traceId),
      spanId: logSpanId(spanId),
      flags,
      eventName,
      serviceName: origin.serviceName,
      bodyText: bodyTextOf(bodyJson, escaped),
      bodyJson,
      attributesJson: attributes.closeList(),
      resourceJson: origin.resourceJson,
      scopeJson: origin.scopeJson,
      droppedAttributesCount,
    });
  }
}
