/** The expansion of templates. Its work and its result are bounded: each turn of a loop counts as work, and a text has a longest length. */
import { compareText } from "../../labels.ts";
import { TemplateError } from "./error.ts";
import { callFunction, longestText, type TemplateContext, workOfCall } from "./functions.ts";
import { Arguments, QueryResult, Struct, shown, typeName, type Value } from "./go-format.ts";

/** The data of an alert's templates. */
export interface AlertData extends TemplateContext {
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/** The word that ends a turn of a loop early. */
export type Leap = "break" | "continue" | null;
/** Expands a part of a template. */
export type Step = (run: Expansion, dot: Value) => Leap;

export interface Template {
  readonly steps: readonly Step[];
  /** Templates that `define` and `block` declare, by name. */
  readonly defined: ReadonlyMap<string, readonly Step[]>;
}

/** Levels of what stands in something else. */
export const mostLevels = 50;

export class Expansion {
  readonly #data: AlertData;
  readonly #defined: Template["defined"];
  /** `$` itself has no name. */
  #variables: [name: string, value: Value][];
  #text = "";
  #depth = 0;

  constructor(data: AlertData, defined: Template["defined"]) {
    this.#data = data;
    this.#defined = defined;
    const none: ReadonlyMap<string, string> = new Map();
    const { labels, value, externalUrl } = data;
    const root = new Struct(dataType, [
      ["Labels", labels],
      ["ExternalLabels", none],
      ["ExternalURL", externalUrl],
      ["Value", value],
    ]);
    this.#variables = [
      ["", root],
      ["labels", labels],
      ["externalLabels", none],
      ["externalURL", externalUrl],
      ["value", value],
    ];
  }

  /** The text of a template. */
  textOf(steps: readonly Step[]): string {
    this.take(steps, this.variable(""));
    return this.#text;
  }

  take(steps: readonly Step[], dot: Value): Leap {
    for (const step of steps) {
      const leap = step(this, dot);
      if (leap !== null) return leap;
    }
    return null;
  }

  /** Takes a turn for each element of a value. Returns whether there is any. */
  range(value: Value, turn: (key: Value, element: Value) => Leap): boolean {
    let any = false;
    for (const [key, element] of elementsOf(value)) {
      any = true;
      this.#data.spend(workOfCall);
      if (this.scoped(() => turn(key, element)) === "break") break;
    }
    return any;
  }

  /** Expands a template by its name. */
  template(name: string, data: Value): null {
    const steps = this.#defined.get(name);
    if (steps === undefined) throw new TemplateError(`template ${JSON.stringify(name)} not defined`);
    if (++this.#depth > mostLevels)
      throw new TemplateError(`templates stand in each other at most ${mostLevels} times`);
    this.#data.spend(workOfCall);
    const variables = this.#variables;
    this.#variables = [["", data]];
    this.take(steps, data);
    this.#variables = variables;
    this.#depth--;
    return null;
  }

  write(value: Value): null {
    this.#text += shown(value);
    if (this.#text.length > longestText) throw new TemplateError(`a text has at most ${longestText} characters`);
    return null;
  }

  call(name: string, values: readonly Value[]): Value {
    return callFunction(name, values, this.#data);
  }

  variable(name: string): Value {
    return this.#variables.findLast(([each]) => each === name)?.[1] ?? null;
  }

  assign(name: string, declares: boolean, value: Value): null {
    const variable = this.#variables.findLast(([each]) => each === name);
    if (declares || variable === undefined) this.#variables.push([name, value]);
    else variable[1] = value;
    return null;
  }

  /** Forgets the variables that are declared meanwhile. */
  scoped(steps: () => Leap): Leap {
    const known = this.#variables.length;
    const leap = steps();
    this.#variables.length = known;
    return leap;
  }
}

const dataType =
  "struct { Labels map[string]string; ExternalLabels map[string]string; ExternalURL string; Value interface {} }";

/** The elements that `range` visits: the samples of a result, the values of a map sorted by name, or the integers below a number. */
function* elementsOf(value: Value): Generator<readonly [key: Value, element: Value]> {
  if (value === null) return;
  if (value instanceof QueryResult) {
    for (const [index, sample] of value.samples.entries()) yield [BigInt(index), sample];
  } else if (value instanceof Map && !(value instanceof Struct)) {
    yield* [...value].sort(([a], [b]) => compareText(a, b));
  } else if (typeof value === "bigint") {
    for (let number = 0n; number < value; number++) yield [number, number];
  } else throw new TemplateError(`range can't iterate over ${shown(value)}`);
}

/** A label that is not there is the empty text (Go: missingkey=zero). */
export function fieldOf(of: Value, fields: readonly string[]): Value {
  let value = of;
  for (const field of fields) {
    const isOf = value instanceof Map && (!(value instanceof Struct) || value.has(field));
    if (!isOf) throw new TemplateError(`can't evaluate field ${field} in type ${typeName(value)}`);
    value = (value as ReadonlyMap<string, Value>).get(field) ?? (value instanceof Arguments ? null : "");
  }
  return value;
}
