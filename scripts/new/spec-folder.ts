/** The folder of an API's document, as its author would look through it for what is usual there. */
import { type Document, isMap, type Node, parse, parseDocument } from "yaml";
import type { Changes } from "./changes.ts";
import { camelCase } from "./names.ts";

interface Tree {
  readonly [key: string]: unknown;
}

export interface KnownOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly takesBody: boolean;
  /** By status: the `$ref` or the answer itself. */
  readonly responses: Readonly<Record<string, Tree>>;
}

const methods = new Set(["get", "put", "post", "delete", "patch"]);

export class SpecFolder {
  readonly folder: string;
  readonly operations: readonly KnownOperation[];
  readonly #changes: Changes;
  readonly #root: Tree;
  readonly #files = new Map<string, Tree>();

  constructor(changes: Changes, api: string) {
    this.folder = `specs/${api}`;
    this.#changes = changes;
    this.#root = parse(changes.read(`${this.folder}/openapi.yaml`)) as Tree;
    this.operations = Object.entries(this.#root.paths as Readonly<Record<string, Tree>>).flatMap(([path, item]) =>
      Object.entries(this.#resolved(item))
        .filter(([method]) => methods.has(method))
        .map(([method, operation]) => known(path, method, operation as Tree)),
    );
  }

  get secured(): boolean {
    return ((this.#root.security as readonly unknown[] | undefined) ?? []).length > 0;
  }

  get hasAgreedOperations(): boolean {
    return this.#changes.exists(`${this.folder}/agreed-operations.yaml`);
  }

  get tags(): readonly string[] {
    return (this.#root.tags as readonly { name: string }[]).map(({ name }) => name);
  }

  /** The file and key that a path of the document refers to; null for a path that it does not have. */
  placeOf(path: string): { readonly file: string; readonly key: string } | null {
    const { $ref } = ((this.#root.paths as Tree)[path] ?? {}) as { $ref?: string };
    const [file = "", pointer = ""] = $ref?.split("#/") ?? [];
    return $ref === undefined ? null : { file: `${this.folder}/${file}`, key: pointer };
  }

  /** A name for a path in its file: its last part, as in `reviews` and `reviewsById`; `otherwise` where that is taken. */
  freeKey(file: string, path: string, otherwise: string): string {
    const parts = path.split("/");
    const [, parameter] = /^\{(.*)\}$/.exec(parts.at(-1) ?? "") ?? [];
    const named = parts.findLast((part) => !part.startsWith("{")) ?? "";
    const key = camelCase(parameter === undefined ? named : `${named} by ${parameter}`);
    const at = `${this.folder}/paths/${file}.yaml`;
    const taken = this.#changes.exists(at) && Object.hasOwn(parse(this.#changes.read(at)) as Tree, key);
    return taken ? otherwise : key;
  }

  /** The tag of the operation with the longest beginning in common, where a part with a name of its own is among it. */
  tagBeside(path: string): string | null {
    const beginning = (other: string) => {
      const parts = other.split("/");
      const common = path.split("/").findIndex((part, index) => part !== parts[index]);
      return path.split("/").slice(0, common === -1 ? undefined : common);
    };
    const named = (parts: readonly string[]) =>
      parts.filter((part) => part !== "" && !/^(\{.*\}|api|v\d+)$/.test(part)).length;
    const [nearest] = this.operations
      .map((operation) => ({ operation, parts: beginning(operation.path) }))
      .filter(({ parts }) => named(parts) > 0)
      .sort((one, other) => other.parts.length - one.parts.length);
    return nearest?.operation.tags[0] ?? null;
  }

  /** What parameters.yaml has for a parameter of the path. */
  pathParameter(name: string): string | null {
    const file = `${this.folder}/parameters.yaml`;
    if (!this.#changes.exists(file)) return null;
    const found = Object.entries(parse(this.#changes.read(file)) as Tree).find(([, parameter]) => {
      const { in: where, name: called } = parameter as Tree;
      return where === "path" && called === name;
    });
    return found === undefined ? null : `../parameters.yaml#/${found[0]}`;
  }

  /** The `$ref` that operations like this one have for a status most often; null where none has. */
  usualResponse(status: number, like: { readonly takesBody: boolean; readonly path: string }): string | null {
    const isAlike = (operation: KnownOperation) =>
      Number(operation.takesBody === like.takesBody) * 2 +
      Number(operation.path.includes("{") === like.path.includes("{"));
    const best = Math.max(...this.operations.filter(({ responses }) => responses[status]?.$ref).map(isAlike));
    const refs = this.operations
      .filter((operation) => isAlike(operation) === best)
      .flatMap(({ responses }) => responses[status]?.$ref ?? []);
    return mostFrequent(refs.map(String));
  }

  /** Headers of a success as most operations have them, as YAML lines. */
  usualHeaders(): string {
    const all = this.operations
      .flatMap(({ responses }) => Object.entries(responses).filter(([status]) => status.startsWith("2")))
      .map(([, { headers }]) => headers as Readonly<Record<string, { $ref?: string }>> | undefined)
      .map((headers) =>
        Object.entries(headers ?? {}).flatMap(([name, { $ref }]) => ($ref ? [`${name}: { $ref: '${$ref}' }`] : [])),
      )
      .filter((headers) => headers.length > 0)
      .map((headers) => headers.join("\n"));
    return mostFrequent(all) ?? "X-Request-Id: { $ref: '../../common/headers.yaml#/RequestId' }";
  }

  /** Whether more than half of the operations answer with this status. */
  isUsual(status: number): boolean {
    return (
      this.operations.filter(({ responses }) => responses[status] !== undefined).length * 2 > this.operations.length
    );
  }

  #resolved(item: Tree): Tree {
    const { $ref } = item as { $ref?: string };
    if ($ref === undefined) return item;
    const [file = "", key = ""] = $ref.split("#/");
    let parsed = this.#files.get(file);
    if (parsed === undefined) {
      parsed = parse(this.#changes.read(`${this.folder}/${file}`)) as Tree;
      this.#files.set(file, parsed);
    }
    return parsed[key] as Tree;
  }
}

function known(path: string, method: string, operation: Tree): KnownOperation {
  return {
    operationId: String(operation.operationId),
    method,
    path,
    tags: (operation.tags ?? []) as string[],
    takesBody: operation.requestBody !== undefined,
    responses: operation.responses as Record<string, Tree>,
  };
}

function mostFrequent(values: readonly string[]): string | null {
  const counts = Map.groupBy(values, (value) => value);
  const [first] = [...counts].sort(([, one], [, other]) => other.length - one.length);
  return first?.[0] ?? null;
}

/** The YAML with lines after all that a key of its root (or of an object in it) holds. Comments and layout stay. */
export function withLines(text: string, key: string, lines: string): string {
  const document: Document = parseDocument(text);
  const { contents } = document;
  const pair = isMap(contents) ? contents.items.find((item) => String(item.key) === key) : undefined;
  const end = (pair?.value as Node | null | undefined)?.range?.[1] ?? text.length;
  return `${text.slice(0, end).trimEnd()}\n${lines}\n${text.slice(end).replace(/^\n(?=\S)/, "")}`;
}
