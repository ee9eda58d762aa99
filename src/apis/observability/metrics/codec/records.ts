/** Histograms and exemplars inside a block or a segment: they are few, and kept as they came. */
import { type ByteReader, type ByteWriter, DamagedBytes } from "./bytes.ts";
import type { SeriesRecord } from "./columns.ts";

const kinds = ["histogram", "exemplar"] as const satisfies readonly SeriesRecord["kind"][];

export function writeRecords(writer: ByteWriter, records: readonly SeriesRecord[]): void {
  writer.varint(records.length);
  for (const { series, kind, timestamp, message } of records) {
    writer.varint(series);
    writer.byte(kinds.indexOf(kind));
    writer.signed(timestamp);
    writer.varint(message.length);
    writer.append(message);
  }
}

/** Hands on the records of the series that `wanted` takes. */
export function readRecords(reader: ByteReader, wanted: (series: number) => boolean): SeriesRecord[] {
  const records: SeriesRecord[] = [];
  for (let count = reader.varint(); count > 0; count--) {
    const series = reader.varint();
    const kind = kinds[reader.byte()];
    const timestamp = reader.signed();
    const message = reader.take(reader.varint());
    if (kind === undefined) throw new DamagedBytes("a record is of an unknown kind");
    if (wanted(series)) records.push({ series, kind, timestamp, message });
  }
  return records;
}
