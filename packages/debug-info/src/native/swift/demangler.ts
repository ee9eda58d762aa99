/**
 * Names of Swift 5 and later, for the forms that stand in call stacks: functions, initialisers, accessors, closures, and what the
 * compiler makes of them. A mangled name is read once from left to right; each letter takes what it is made of from those before.
 */
import { declarationOperators } from "./declarations.ts";
import { formOperators } from "./forms.ts";
import { NameState } from "./name-state.ts";
import { NotRead } from "./text-reader.ts";
import { identifier, typeOperators } from "./types.ts";

/** Null for names that are not read here. `start` is where the name begins behind its prefix. */
export function demangleSwift(name: string, start: number): string | null {
  try {
    return read(new NameState(name, start));
  } catch (error) {
    if (error instanceof NotRead) return null;
    throw error;
  }
}

function read(state: NameState): string {
  const { reader, stack } = state;
  while (!reader.isAtEnd && reader.peeked !== ".") {
    if (/[0-9]/.test(reader.peeked)) identifier(state);
    else operator(state, reader.next());
  }
  const suffix = reader.match(/\..*$/sy);
  let forms = "";
  for (let form = stack.take("form"); form !== null; form = stack.take("form")) forms += form.text;
  const { text } = stack.pop("entity", "type");
  if (!stack.isEmpty) throw new NotRead();
  return forms + text + (suffix === "" ? "" : ` with unmangled suffix "${suffix}"`);
}

const operators: Readonly<Record<string, (state: NameState) => void>> = {
  ...typeOperators,
  ...declarationOperators,
  ...formOperators,
  // The end of a type that stands alone.
  D: () => {},
  K: ({ stack }) => stack.push({ kind: "throws" }),
  Y: async,
  _: ({ stack }) => stack.push({ kind: "first" }),
  d: ({ stack }) => stack.push({ kind: "variadic" }),
  s: ({ stack }) => stack.push({ kind: "module", text: "Swift" }),
  y: ({ stack }) => stack.push({ kind: "empty" }),
};

function operator(state: NameState, letter: string): void {
  const run = Object.hasOwn(operators, letter) ? operators[letter] : undefined;
  if (run === undefined) throw new NotRead();
  run(state);
}

function async({ reader, stack }: NameState): void {
  if (!reader.nextIf("a")) throw new NotRead();
  stack.push({ kind: "async" });
}
