/** Columns of values of which few differ: each is kept once, in a dictionary. */
import { keyOfText } from "#src/http/long-text.ts";
import { DamagedBytes } from "../../metrics/codec/bytes.ts";
import { type ColumnReader, type ColumnType, Grown, Lazy, planesOf, writePlanes } from "./columns.ts";
import { id } from "./ids.ts";
import { text } from "./texts.ts";

/** Values by their place in a list of those that differ. Both are made when they are first asked for. */
export class Dictionary<Value> implements ColumnReader<Value> {
  readonly length: number;
  readonly #places: Lazy<Uint32Array>;
  #makeValues: (() => readonly Value[]) | null;
  #values: readonly Value[] = [];

  constructor(places: Lazy<Uint32Array>, makeValues: () => readonly Value[]) {
    this.length = places.length;
    this.#places = places;
    this.#makeValues = makeValues;
  }

  /** Throws DamagedBytes. */
  get places(): Uint32Array {
    return this.#places.values;
  }

  get values(): readonly Value[] {
    if (this.#makeValues !== null) this.#values = this.#makeValues();
    this.#makeValues = null;
    return this.#values;
  }

  /** Throws DamagedBytes. */
  get(index: number): Value {
    return this.values[this.#places.get(index)] as Value;
  }
}

function placesBelow(count: number, places: Uint32Array): Uint32Array {
  for (const place of places) if (place >= count) throw new DamagedBytes("a place is out of range");
  return places;
}

function dictionary<Value>(
  keyOf: (value: Value) => string | null,
  list: ColumnType<Value>,
): ColumnType<Value, Dictionary<Value>> {
  return {
    writer() {
      const places = new Grown((length) => new Uint32Array(length));
      const known = new Map<string | null, number>();
      const values = list.writer();
      const distinct: Value[] = [];
      let last: Value | undefined;
      let lastPlace = 0;
      let source: Dictionary<Value> | undefined;
      let placesOfSource: (number | undefined)[] = [];
      const placeOf = (value: Value): number => {
        if (value === last && known.size > 0) return lastPlace;
        const key = keyOf(value);
        let place = known.get(key);
        if (place === undefined) {
          place = known.size;
          values.push(value);
          distinct.push(value);
          known.set(key, place);
        }
        last = value;
        lastPlace = place;
        return place;
      };
      return {
        push: (value) => {
          const place = placeOf(value);
          const at = places.next();
          places.values[at] = place;
        },
        get values() {
          const made = places.values.subarray(0, places.length);
          return new Dictionary(new Lazy(made.length, () => made), () => distinct);
        },
        take(from, start, end = start + 1) {
          if (from !== source) {
            source = from;
            placesOfSource = new Array(from.values.length);
          }
          for (let index = start; index < end; index++) {
            const there = from.places[index] as number;
            const place = placesOfSource[there] ?? placeOf(from.get(index));
            placesOfSource[there] = place;
            const at = places.next();
            places.values[at] = place;
          }
        },
        *write(out) {
          out.varint(known.size);
          yield* values.write(out);
          writePlanes(out, places.values, places.length);
        },
      };
    },
    read(from, length) {
      const count = from.varint();
      if (count > length) throw new DamagedBytes("a dictionary is too long");
      const values = list.read(from, count);
      const at = from.skip(4 * length);
      return new Dictionary(new Lazy(length, () => placesBelow(count, planesOf(from.bytes, at, length))), () =>
        Array.from({ length: count }, (_, index) => values.get(index)),
      );
    },
  };
}

/** The same for texts of which few differ. */
export const name: ColumnType<string, Dictionary<string>> = dictionary(keyOfText, text);

/** The same for ids of which many are equal to one before. */
export function repeatedId(size: number): ColumnType<Uint8Array | null, Dictionary<Uint8Array | null>> {
  return dictionary((value) => value && latin1(value), id(size));
}

function latin1(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString("latin1");
}
