/** What a mangled name of Swift is made of, as it is read: each is text already, with what later parts ask of it. */
import { NotRead } from "./text-reader.ts";

export interface TypeNode {
  readonly kind: "type";
  readonly text: string;
  /** Of a tuple. */
  readonly elements?: readonly string[];
  readonly fn?: FunctionParts;
  /** A class, structure, enumeration or protocol, in which something can be declared. */
  readonly isContext?: boolean;
  /** Of generic types: their name without arguments. */
  readonly name?: string;
}

export interface FunctionParts {
  readonly params: TypeNode;
  readonly result: TypeNode;
  /** ` async throws`, or nothing. */
  readonly effects: string;
}

type TextKind = "identifier" | "module" | "declared" | "signature" | "requirement" | "form";
type MarkKind = "empty" | "first" | "variadic" | "async" | "throws";

interface TextNode<K extends TextKind = TextKind> {
  readonly kind: K;
  readonly text: string;
}

/** A function or variable; what is declared in a function is told with `in`. */
interface EntityNode {
  readonly kind: "entity";
  readonly text: string;
  readonly isFunction: boolean;
}

interface MarkNode<K extends MarkKind = MarkKind> {
  readonly kind: K;
}

export type Node = TypeNode | EntityNode | TextNode | MarkNode;

type Kind = Node["kind"];

type NodeOf<K extends Kind> = K extends "type"
  ? TypeNode
  : K extends "entity"
    ? EntityNode
    : K extends TextKind
      ? TextNode<K>
      : K extends MarkKind
        ? MarkNode<K>
        : never;

/** Characters of all texts that are made for one name: they may hold each other again and again. */
const mostCharacters = 256 * 1024;

/** The nodes that are not part of others yet. */
export class NodeStack {
  readonly #nodes: Node[] = [];
  #characters = 0;

  push(node: Node): void {
    this.#characters += "text" in node ? node.text.length : 1;
    if (this.#characters > mostCharacters) throw new NotRead();
    this.#nodes.push(node);
  }

  /** Null, and nothing taken, unless the last node is of one of these kinds. */
  take<K extends Kind>(...kinds: readonly K[]): NodeOf<K> | null {
    const last = this.#nodes.at(-1);
    if (last === undefined || !(kinds as readonly Kind[]).includes(last.kind)) return null;
    this.#nodes.pop();
    return last as NodeOf<K>;
  }

  /** Throws NotRead where the last node is another one. */
  pop<K extends Kind>(...kinds: readonly K[]): NodeOf<K> {
    const node = this.take(...kinds);
    if (node === null) throw new NotRead();
    return node;
  }

  get isEmpty(): boolean {
    return this.#nodes.length === 0;
  }
}

export function typeOf(text: string, more: Omit<TypeNode, "kind" | "text"> = {}): TypeNode {
  return { kind: "type", text, ...more };
}

export function tupleOf(elements: readonly string[]): TypeNode {
  return typeOf(`(${elements.join(", ")})`, { elements });
}

export const emptyTuple = typeOf("()", { elements: [] });

/** With parentheses where something follows that would be part of it. */
export function closed({ text, fn }: TypeNode): string {
  return fn === undefined ? text : `(${text})`;
}

/** `(A, B)`, also of a single type. */
export function inParentheses(type: TypeNode): string {
  return type.elements === undefined ? `(${type.text})` : `(${type.elements.join(", ")})`;
}
