/** The YAML files that a document is written in: where a part of the bundle stands, and which parts nobody refers to. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";

export interface Place {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

interface SourceFile {
  readonly file: string;
  readonly document: Document;
  readonly lines: LineCounter;
}

/** Data for scripts, not part of a document: nothing refers to its keys. */
const catalogue = "common/problems.yaml";

/** Parsed files by their absolute path, each read once. */
export class SourceTree {
  readonly #files = new Map<string, SourceFile>();
  readonly #folder: string;

  /** @param folder holds one folder per API and `common`. */
  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  /**
   * Where the part at this pointer of an API's bundle is written: the file and line of the deepest part of the pointer
   * that can be followed. Components of the bundle are found by their names, which are their keys in the tree.
   */
  locate(api: string, pointer: string): Place {
    const root = this.#read(join(this.#folder, api, "openapi.yaml"));
    const tokens = pointer
      .split("/")
      .slice(1)
      .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    const [section, , name] = tokens;
    const inRoot = root.document.hasIn(tokens.slice(0, 3));
    if (section === "components" && name !== undefined && !inRoot) {
      const home = this.#definitionsOf(api).find((source) => source.document.has(name));
      if (home !== undefined) return this.#follow(home, home.document.contents, tokens.slice(2));
    }
    return this.#follow(root, root.document.contents, tokens);
  }

  /** What is no YAML in the files of these APIs and in what they share: nothing else can be said until that is right. */
  syntaxErrors(apis: readonly string[]): (Place & { readonly message: string })[] {
    return ["common", ...apis]
      .flatMap((name) => this.#yamlFiles(join(this.#folder, name)))
      .map((file) => this.#read(file))
      .flatMap(({ file, document }) =>
        // The first; the others follow from it.
        document.errors.slice(0, 1).map(({ message, linePos }) => ({
          file,
          line: linePos?.[0].line ?? 1,
          message: message.replace(/ at line \d+, column \d+:.*/s, "."),
        })),
      );
  }

  /** Definitions (top-level keys of any file but the root documents) that no `$ref` of the tree points at. */
  unusedDefinitions(): (Place & { readonly name: string })[] {
    const sources = this.#yamlFiles(this.#folder).map((file) => this.#read(file));
    const used = new Set(sources.flatMap(referencesIn));
    const unused: (Place & { name: string })[] = [];
    for (const source of sources) {
      const { contents } = source.document;
      if (!isMap(contents) || contents.has("openapi") || source.file === join(this.#folder, catalogue)) continue;
      for (const { key } of contents.items)
        if (isScalar(key) && !used.has(`${source.file}#/${key.value}`))
          unused.push({ file: source.file, line: lineOf(source, key), name: String(key.value) });
    }
    return unused;
  }

  #follow(start: SourceFile, node: unknown, tokens: readonly string[]): Place {
    let source = start;
    let current: unknown = node;
    let line = 1;
    for (const token of tokens) {
      const target = this.#referenced(source, current);
      if (target !== null) [source, current] = [target.source, target.node];
      if (isMap(current)) {
        const pair = current.items.find(({ key }) => isScalar(key) && String(key.value) === token);
        if (pair === undefined) break;
        line = lineOf(source, pair.key);
        current = pair.value;
      } else if (isSeq(current)) {
        current = current.items[Number(token)];
        if (current === undefined) break;
        line = lineOf(source, current);
      } else break;
    }
    return { file: source.file, line };
  }

  #referenced(source: SourceFile, node: unknown): { source: SourceFile; node: unknown } | null {
    const ref = isMap(node) ? node.get("$ref") : undefined;
    if (typeof ref !== "string") return null;
    const [file = "", pointer = ""] = ref.split("#");
    const target = file === "" ? source : this.#read(join(dirname(source.file), file));
    return { source: target, node: target.document.getIn(pointer.split("/").slice(1)) };
  }

  #definitionsOf(api: string): SourceFile[] {
    return ["common", api].flatMap((name) => this.#yamlFiles(join(this.#folder, name))).map((file) => this.#read(file));
  }

  #yamlFiles(folder: string): string[] {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".yaml"))
      .sort()
      .map((name) => join(folder, name));
  }

  #read(file: string): SourceFile {
    let source = this.#files.get(file);
    if (source === undefined) {
      const lines = new LineCounter();
      source = { file, lines, document: parseDocument(readFileSync(file, "utf8"), { lineCounter: lines }) };
      this.#files.set(file, source);
    }
    return source;
  }
}

function lineOf(source: SourceFile, node: unknown): number {
  return isNode(node) && node.range ? source.lines.linePos(node.range[0]).line : 1;
}

/** Every `$ref` of a file as absolute path, `#` and the first token of its pointer. */
function referencesIn(source: SourceFile): string[] {
  const found: string[] = [];
  visit(source.document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== "$ref" || !isScalar(value)) return;
      const [file = "", pointer = ""] = String(value.value).split("#");
      const target = file === "" ? source.file : join(dirname(source.file), file);
      found.push(`${target}#${pointer.split("/").slice(0, 2).join("/")}`);
    },
  });
  return found;
}
