/** Reads a YAML document field by field, and gathers what is wrong with it, each finding with its place. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, Scalar, type YAMLMap } from "yaml";

export interface Finding {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A field of a map: its key and its value. */
export interface Field {
  readonly key: Node;
  readonly value: Node;
}

export type Fields = ReadonlyMap<string, Field>;

/** Findings of a document; those beyond are left out. */
const mostFindings = 100;

export class YamlReader {
  /** Null where the document is empty or no YAML. */
  readonly root: Node | null;
  /** The subject of the next findings, which stands in front of them. */
  about = "";
  readonly #lines = new LineCounter();
  readonly #resolve: (node: unknown) => Node;
  readonly #findings: Finding[] = [];

  constructor(text: string) {
    // "failsafe" leaves scalars as they were written: an expression may be a number.
    const document = parseDocument(text, { lineCounter: this.#lines, schema: "failsafe" });
    for (const { pos, message } of document.errors) this.#findAt(pos[0], `yaml: ${message.split(/ at line |\n/)[0]}`);
    const isReadable = document.errors.every(({ code }) => code === "DUPLICATE_KEY");
    this.root = isReadable && !isEmpty(document.contents) ? document.contents : null;
    this.#resolve = (node) => ((isAlias(node) ? node.resolve(document) : node) ?? new Scalar("")) as Node;
  }

  /** In the order of their places. */
  get findings(): readonly Finding[] {
    return this.#findings.toSorted((a, b) => a.line - b.line || a.column - b.column).slice(0, mostFindings);
  }

  find(node: Node | undefined, message: string): void {
    this.#findAt(node?.range?.[0] ?? 0, message);
  }

  #findAt(offset: number, message: string): void {
    const { line, col } = this.#lines.linePos(offset);
    this.#findings.push({ line: Math.max(line, 1), column: Math.max(col, 1), message: this.about + message });
  }

  /** Null where the field is not there. */
  string(fields: Fields, name: string): string | null {
    const field = fields.get(name);
    return field === undefined ? null : this.text(field.value, `field ${name}`);
  }

  /** Null where the node is no text. */
  text(node: Node, what: string): string | null {
    if (isScalar(node)) {
      const text = textOf(node.value);
      if (!text.includes("\0") && text.isWellFormed()) return text;
      this.find(node, `${what}: the text holds U+0000 or is no Unicode`);
      return null;
    }
    this.find(node, `${what}: a text was expected`);
    return null;
  }

  items(node: Node, name: string): Node[] {
    if (isSeq(node)) return node.items.map((item) => this.#resolve(item));
    this.find(node, `field ${name}: a list was expected`);
    return [];
  }

  /** Null where the node is no map; fields that are not known are findings. */
  fields(node: Node, known: readonly string[], what: string): Fields | null {
    if (!isMap(node)) {
      this.find(node, `${what} has to be a map with ${known.join(", ")}`);
      return null;
    }
    const fields = new Map<string, Field>();
    for (const [name, field] of this.pairsOf(node)) {
      if (known.includes(name)) fields.set(name, field);
      else this.find(field.key, `field ${name} not found in ${what}: there are ${known.join(", ")}`);
    }
    return fields;
  }

  pairsOf(map: YAMLMap): [string, Field][] {
    return map.items.map((pair) => {
      const key = this.#resolve(pair.key);
      return [isScalar(key) ? textOf(key.value) : "", { key, value: this.#resolve(pair.value) }];
    });
  }
}

/** Whether a field has been left empty. */
export function isEmpty(node: unknown): boolean {
  return node === null || (isScalar(node) && textOf(node.value) === "");
}

/** Of a scalar that was not interpreted. YAML's null is no text. */
export function textOf(value: unknown): string {
  return typeof value !== "string" || value === "~" || value === "null" ? "" : value;
}
