/** The messages that both versions of remote write have in common. */
import type { MessageShape, ProtobufReader } from "../../otlp/protobuf/reader.ts";
import type { SampleRun } from "../codec/columns.ts";

const sampleShape: MessageShape = { name: "Sample", fields: { 1: "value", 2: "timestamp", 3: "start_timestamp" } };

/** A varint that was read last, as a number with a sign: exact within ±2^53, which is beyond all times that are taken. */
export function signedVarint(reader: ProtobufReader): number {
  const low = reader.varint();
  return (reader.high | 0) * 2 ** 32 + low;
}

/** Reads a Sample: its length comes next. Senders write the value, then the time, and leave out what is zero. */
export function readSample(reader: ProtobufReader, series: number, samples: SampleRun): void {
  const outer = reader.enter();
  const { view } = reader;
  let low = 0;
  let high = 0;
  let timestamp = 0;
  while (reader.pos < reader.limit) {
    switch (reader.tag()) {
      case 0x09:
        if (reader.limit - reader.pos < 8) reader.malformed("a number runs past the end of its message");
        low = view.getUint32(reader.pos, true);
        high = view.getUint32(reader.pos + 4, true);
        reader.pos += 8;
        break;
      case 0x10:
        timestamp = signedVarint(reader);
        break;
      case 0x18:
        // When a counter began (2.0, start_timestamp), which is not kept.
        reader.stepOver();
        break;
      default:
        reader.skip(sampleShape);
    }
  }
  reader.limit = outer;
  samples.add(series, timestamp, low, high);
}

/** Nothing longer is kept. */
export const textBytes = 16_384;

/** The text whose length comes next, or its beginning; what is not UTF-8 becomes U+FFFD. */
export function readText(reader: ProtobufReader): string {
  return reader.take().toString("utf8", 0, textBytes);
}
