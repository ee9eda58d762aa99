/** Functions, variables and what they are declared in, in mangled names of Swift. */
import { type NameState, parameterName } from "./name-state.ts";
import { accessors, operatorCharacters } from "./names.ts";
import { type TypeNode, typeOf } from "./nodes.ts";
import { mostRepeats, NotRead } from "./text-reader.ts";

interface Accessible {
  readonly name: string;
  readonly type: TypeNode;
}

/** Of which the extended type is told with the module that extends it. */
function extension(state: NameState): void {
  state.stack.take("signature");
  const module = state.stack.pop("identifier", "module").text;
  const type = state.type();
  state.stack.push(typeOf(`(extension in ${module}):${type.name ?? type.text}`, { isContext: true }));
}

function plainFunction(state: NameState): void {
  const signature = state.stack.take("signature")?.text ?? "";
  const type = state.functionType();
  const params = state.labelled(type) ?? "()";
  const rest = `${signature}${params}${type.fn?.effects ?? ""} -> ${type.fn?.result.text}`;
  state.code(state.declared(state.name(), rest));
}

function functionEntity(state: NameState): void {
  const letter = state.reader.next();
  switch (letter) {
    case "C":
    case "c": {
      state.stack.take("declared");
      const type = state.type();
      const params = state.labelled(type);
      if (params === null || type.fn === undefined) throw new NotRead();
      state.code(state.declared("init", `${params}${type.fn.effects} -> ${type.fn.result.text}`));
      break;
    }
    case "D":
    case "d":
    case "Z":
      state.code(state.declared("deinit", ""));
      break;
    case "U":
    case "u": {
      const number = state.reader.index() + 1;
      const type = state.type();
      const what = letter === "U" ? "closure" : "implicit closure";
      state.code(`${what} #${number} ${type.text} in ${state.context().text}`);
      break;
    }
    case "A":
      state.code(`default argument ${state.reader.index()} of ${state.context().text}`);
      break;
    case "i":
      state.prefix("variable initialization expression of ");
      break;
    default:
      throw new NotRead();
  }
}

function variable(state: NameState): Accessible {
  const type = state.type();
  state.labelled(type);
  return { name: state.name(), type };
}

function subscript(state: NameState): Accessible {
  state.stack.take("declared");
  state.stack.take("signature");
  const type = state.type();
  const params = state.labelled(type);
  return { name: "subscript", type: params === null ? type : typeOf(`${params} -> ${type.fn?.result.text}`) };
}

function accessor(state: NameState, { name, type }: Accessible): void {
  const letter = state.reader.next();
  const isAddressor = letter === "a" || letter === "l";
  if (isAddressor) state.reader.next();
  const accessor = isAddressor ? "addressor" : accessors[letter];
  if (accessor === undefined && letter !== "p") throw new NotRead();
  state.code(state.declared(accessor === undefined ? name : `${name}.${accessor}`, ` : ${type.text}`));
}

/** Names of one file, and of one function. */
function localName(state: NameState): void {
  if (state.reader.nextIf("L")) {
    state.stack.pop("identifier");
    state.stack.push({ kind: "declared", text: state.name() });
    return;
  }
  const number = state.reader.index() + 1;
  state.stack.push({ kind: "declared", text: `${state.name()} #${number}` });
}

function operatorName(state: NameState): void {
  const written = state.stack.pop("identifier").text;
  const kind = { i: "infix", p: "prefix", P: "postfix" }[state.reader.next()];
  if (kind === undefined) throw new NotRead();
  const characters = Array.from(written, (letter) => operatorCharacters[letter.charCodeAt(0) - 97] ?? " ").join("");
  if (characters.includes(" ")) throw new NotRead();
  state.add({ kind: "identifier", text: `${characters} ${kind}` });
}

function requirement(state: NameState): void {
  const isSame = state.reader.nextIf("s");
  const isClass = !isSame && state.reader.nextIf("b");
  // Other letters are requirements of other kinds.
  if (!isSame && !isClass && !/[dz_0-9]/.test(state.reader.peeked)) throw new NotRead();
  const parameter = state.parameter();
  const other = isSame || isClass ? state.type().text : state.protocol();
  state.stack.push({ kind: "requirement", text: `${parameter}${isSame ? " ==" : ":"} ${other}` });
}

function countedSignature(state: NameState): void {
  const counts: number[] = [];
  while (!state.reader.nextIf("l")) {
    counts.push(state.reader.nextIf("z") ? 0 : state.reader.index() + 1);
    if (counts.length > mostRepeats) throw new NotRead();
  }
  signature(state, counts);
}

function signature(state: NameState, counts: readonly number[]): void {
  const requirements: string[] = [];
  for (let one = state.stack.take("requirement"); one !== null; one = state.stack.take("requirement"))
    requirements.unshift(one.text);
  if (counts.some((count) => count > mostRepeats)) throw new NotRead();
  const names = counts.flatMap((count, depth) =>
    Array.from({ length: count }, (_, index) => parameterName(depth, index)),
  );
  const where = requirements.length === 0 ? "" : ` where ${requirements.join(", ")}`;
  state.stack.push({ kind: "signature", text: `<${names.join(", ")}${where}>` });
}

export const declarationOperators = {
  E: extension,
  F: plainFunction,
  L: localName,
  R: requirement,
  Z: (state: NameState) => state.prefix("static "),
  f: functionEntity,
  i: (state: NameState) => accessor(state, subscript(state)),
  l: (state: NameState) => signature(state, [1]),
  o: operatorName,
  r: countedSignature,
  v: (state: NameState) => accessor(state, variable(state)),
} as const;
