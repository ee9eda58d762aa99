/** Identifiers and types in mangled names of Swift. */
import type { NameState } from "./name-state.ts";
import { concurrencyNames, standardNames, standardProtocols } from "./names.ts";
import { closed, type TypeNode, tupleOf, typeOf } from "./nodes.ts";
import { mostRepeats, NotRead } from "./text-reader.ts";

export function identifier(state: NameState): void {
  state.add({ kind: "identifier", text: state.reader.identifier() });
}

/** The 27th is `0_`; the first 26 are letters, of which the last is a capital. */
function substitution(state: NameState): void {
  const reader = state.reader;
  for (;;) {
    const repeats = Math.min(reader.natural() ?? -1, mostCounted);
    const letter = reader.next();
    if (letter === "_") {
      pushAgain(state, repeats + 27, 1);
      return;
    }
    if (!/[A-Za-z]/.test(letter)) throw new NotRead();
    pushAgain(state, letter.toLowerCase().charCodeAt(0) - 97, Math.max(1, repeats));
    if (letter < "a") return;
  }
}

function pushAgain(state: NameState, index: number, times: number): void {
  const node = state.substitutions[index];
  if (node === undefined || times > mostRepeats) throw new NotRead();
  for (let time = 0; time < times; time++) state.stack.push(node);
}

function standard(state: NameState): void {
  const reader = state.reader;
  if (reader.nextIf("o")) {
    state.stack.push({ kind: "module", text: "__C" });
    return;
  }
  if (reader.nextIf("C")) {
    state.stack.push({ kind: "module", text: "__C_Synthesized" });
    return;
  }
  if (reader.nextIf("g")) {
    const text = `${closed(state.type())}?`;
    state.add(typeOf(text));
    return;
  }
  const times = reader.natural() ?? 1;
  const isConcurrency = reader.nextIf("c");
  const letter = reader.next();
  const name = isConcurrency ? concurrencyNames[letter] : (standardNames[letter] ?? standardProtocols[letter]);
  if (name === undefined || times > mostRepeats) throw new NotRead();
  const text = `Swift.${name}`;
  for (let time = 0; time < times; time++) state.stack.push(typeOf(text, { isContext: true, name: text }));
}

function nominal(state: NameState): void {
  const text = state.declared(state.name(), "");
  state.add(typeOf(text, { isContext: true, name: text }));
}

/** Arguments of a generic type: those of the types around it are before its own. */
function boundGeneric(state: NameState): void {
  const levels: string[][] = [];
  for (let isLast = false; !isLast; ) {
    const types: string[] = [];
    for (let type = state.stack.take("type"); type !== null; type = state.stack.take("type")) types.unshift(type.text);
    levels.push(types);
    isLast = state.stack.take("empty") !== null;
    if (!isLast) state.stack.pop("first");
  }
  const { name } = state.type();
  const [own = [], ...around] = levels;
  if (name === undefined || around.some((types) => types.length > 0)) throw new NotRead();
  state.add(typeOf(generic(name, own), { isContext: true, name }));
}

function tuple(state: NameState): void {
  state.stack.push(tupleOf(state.list(() => state.element())));
}

function genericType(state: NameState): void {
  const { text } = state.stack.pop("signature");
  const type = state.type();
  state.stack.push({ ...type, text: `${text} ${type.text}` });
}

/** `Qr` is what a function hides of its result, others are types of a parameter. */
function associated(state: NameState): void {
  const letter = state.reader.next();
  if (letter === "r") {
    state.stack.push(typeOf("some"));
    return;
  }
  if (letter !== "z" && letter !== "y") throw new NotRead();
  state.stack.take("type");
  const name = state.stack.pop("identifier").text;
  state.add(typeOf(`${letter === "z" ? "A" : state.parameter()}.${name}`));
}

/** Prefixes of function types, by the letter of the calling convention. */
const conventions: Readonly<Record<string, string>> = {
  ...{ E: "", A: "", f: "" },
  ...{ B: "@convention(block) ", L: "@convention(block) ", C: "@convention(c) " },
};

/** How a type that wraps another one is written, by its letter. */
const wrappers: Readonly<Record<string, (type: TypeNode) => string>> = {
  o: ({ text }) => `unowned ${text}`,
  u: ({ text }) => `unowned(unsafe) ${text}`,
  w: ({ text }) => `weak ${text}`,
  D: () => "Self",
  p: (type) => `${closed(type)}.Type`,
};

function special(state: NameState): void {
  const letter = state.reader.next();
  const [convention, wrapper] = [conventions[letter], wrappers[letter]];
  if (convention !== undefined) {
    const type = state.functionType();
    state.stack.push({ ...type, text: convention + type.text });
  } else if (wrapper !== undefined) state.wrap(wrapper);
  else if (letter === "K") state.stack.push(typeOf(`@autoclosure ${state.functionType().text}`));
  else if (letter === "l") state.existential("Swift.AnyObject");
  else if (letter === "c") state.existential(state.type().text);
  else throw new NotRead();
}

/** Numbers of substitutions that are counted. */
const mostCounted = 100_000;

/** With the short forms of the language. */
function generic(name: string, types: readonly string[]): string {
  const [first, second] = types;
  if (name === "Swift.Array" && types.length === 1) return `[${first}]`;
  if (name === "Swift.Dictionary" && types.length === 2) return `[${first} : ${second}]`;
  if (name === "Swift.Optional" && types.length === 1) return `${first}?`;
  return `${name}<${types.join(", ")}>`;
}

export const typeOperators = {
  A: substitution,
  C: nominal,
  V: nominal,
  O: nominal,
  P: nominal,
  a: nominal,
  G: boundGeneric,
  Q: associated,
  S: standard,
  X: special,
  c: (state: NameState) => state.stack.push(state.functionType()),
  h: (state: NameState) => state.wrap((type) => `__shared ${type.text}`),
  m: (state: NameState) => state.wrap((type) => `${closed(type)}.Type`),
  n: (state: NameState) => state.wrap((type) => `__owned ${type.text}`),
  p: (state: NameState) => state.existential(""),
  q: (state: NameState) => state.stack.push(typeOf(state.parameter())),
  t: tuple,
  u: genericType,
  x: (state: NameState) => state.stack.push(typeOf("A")),
  z: (state: NameState) => state.wrap((type) => `inout ${type.text}`),
} as const;
