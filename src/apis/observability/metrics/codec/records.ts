/** Histograms and exemplars inside a block or a segment: they are few, and kept as they came. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { type ByteReader, type ByteWriter, DamagedBytes } from "./bytes.ts";
import type { SeriesRecord } from "./columns.ts";

const kinds = ["histogram", "exemplar"] as const satisfies readonly SeriesRecord["kind"][];

/** Records between two pauses. */
const sliceRecords = 4_096;

export function* writeRecords(writer: ByteWriter, records: readonly SeriesRecord[]): Sliceable<void> {
  writer.varint(records.length);
  for (const [i, { series, kind, timestamp, message }] of records.entries()) {
    if (i % sliceRecords === sliceRecords - 1) yield;
    writer.varint(series);
    writer.byte(kinds.indexOf(kind));
    writer.signed(timestamp);
    writer.varint(message.length);
    writer.append(message);
  }
}

/**
 * Adds the records between the times (both included) of the series that have an ordinal to `into`, numbered by ordinal. Their messages
 * are copies, so that a few bytes do not keep everything in memory that they were read from.
 */
export function* readRecords(
  reader: ByteReader,
  ordinalOf: (series: number) => number,
  fromMs: number,
  toMs: number,
  into: SeriesRecord[],
): Sliceable<void> {
  for (let count = reader.varint(); count > 0; count--) {
    if (count % sliceRecords === 0) yield;
    const ordinal = ordinalOf(reader.varint());
    const kind = kinds[reader.byte()];
    const timestamp = reader.signed();
    const message = reader.take(reader.varint());
    if (kind === undefined) throw new DamagedBytes("a record is of an unknown kind");
    if (ordinal < 0 || timestamp < fromMs || timestamp > toMs) continue;
    into.push({ series: ordinal, kind, timestamp, message: Buffer.from(message) });
  }
}
