/** A mangled name of Swift while it is read, and what the readers of its parts share. */
import { emptyTuple, inParentheses, type Node, NodeStack, type TypeNode, typeOf } from "./nodes.ts";
import { NotRead, TextReader } from "./text-reader.ts";

export class NameState {
  readonly reader: TextReader;
  /** What is not part of anything else yet. */
  readonly stack = new NodeStack();
  /** What later parts of the name may refer to. */
  readonly substitutions: Node[] = [];

  constructor(name: string, start: number) {
    this.reader = new TextReader(name, start);
  }

  add(node: Node): void {
    this.substitutions.push(node);
    this.stack.push(node);
  }

  type(): TypeNode {
    return this.stack.pop("type");
  }

  /** Pushes a function, or another entity with code, such as an accessor. */
  code(text: string): void {
    this.stack.push({ kind: "entity", text, isFunction: true });
  }

  /** What something is declared in. */
  context(): { readonly text: string; readonly isFunction: boolean } {
    const node = this.stack.pop("identifier", "module", "type", "entity");
    if (node.kind === "type" && node.isContext !== true) throw new NotRead();
    return { text: node.text, isFunction: node.kind === "entity" && node.isFunction };
  }

  name(): string {
    return this.stack.pop("identifier", "declared").text;
  }

  /** A name in its context, with what follows the name. */
  declared(name: string, rest: string): string {
    const { text, isFunction } = this.context();
    return isFunction ? `${name}${rest} in ${text}` : `${text}.${name}${rest}`;
  }

  element(): string {
    const isVariadic = this.stack.take("variadic") !== null;
    const name = this.stack.take("identifier");
    return `${name === null ? "" : `${name.text}: `}${this.type().text}${isVariadic ? "..." : ""}`;
  }

  /** Elements from the last on, until the one that says that it is the first. */
  list(element: () => string): string[] {
    const elements: string[] = [];
    if (this.stack.take("empty") !== null) return elements;
    for (let isFirst = false; !isFirst; ) {
      isFirst = this.stack.take("first") !== null;
      elements.unshift(element());
    }
    return elements;
  }

  protocol(): string {
    const type = this.stack.take("type");
    return type === null ? this.declared(this.name(), "") : type.text;
  }

  functionType(): TypeNode {
    const throws = this.stack.take("throws") !== null ? " throws" : "";
    const async = this.stack.take("async") !== null ? " async" : "";
    const params = this.functionPart();
    const result = this.functionPart();
    const fn = { params, result, effects: async + throws };
    return typeOf(`${inParentheses(params)}${fn.effects} -> ${result.text}`, { fn });
  }

  functionPart(): TypeNode {
    return this.stack.take("empty") === null ? this.type() : emptyTuple;
  }

  /** The parameters with their labels, which stand before the types; null of what is no function. */
  labelled({ fn }: TypeNode): string | null {
    const isBare = this.stack.take("empty") !== null;
    if (fn === undefined) return null;
    const elements = fn.params.elements ?? [fn.params.text];
    if (isBare) return `(${elements.join(", ")})`;
    const labels: string[] = [];
    for (const _ of elements) {
      const label = this.stack.pop("identifier", "first");
      labels.unshift(label.kind === "first" ? "_" : label.text);
    }
    return `(${elements.map((element, index) => `${labels[index]}: ${element}`).join(", ")})`;
  }

  /** A generic parameter: `A` is the first of the outermost context, `B` the next; `A1` is of the context within. */
  parameter(): string {
    if (this.reader.nextIf("z")) return "A";
    const depth = this.reader.nextIf("d") ? this.reader.index() + 1 : 0;
    return parameterName(depth, depth > 0 ? this.reader.index() : this.reader.index() + 1);
  }

  /** Of what is declared last. */
  prefix(text: string): void {
    const entity = this.stack.pop("entity");
    this.stack.push({ ...entity, text: text + entity.text });
  }

  wrap(textOf: (type: TypeNode) => string): void {
    this.stack.push(typeOf(textOf(this.type())));
  }

  /** Of protocols, or of a class and protocols. */
  existential(before: string): void {
    const protocols = this.list(() => this.protocol());
    const all = before === "" ? protocols : [...protocols, before];
    this.stack.push(typeOf(all.length === 0 ? "Any" : all.join(" & ")));
  }
}

export function parameterName(depth: number, index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return `${letter}${index >= 26 ? Math.floor(index / 26) : ""}${depth === 0 ? "" : depth}`;
}
