/**
 * Finds the operation for a method and path. Paths without parameters are in a map; the others are in a tree of segments, in which a
 * literal segment goes before a parameter (OpenAPI 3.1, "Path Templating Matching").
 */

interface Node<T> {
  literals: Map<string, Node<T>>;
  parameter: Node<T> | null;
  methods: Map<string, T> | null;
}

const noValues: readonly string[] = [];

/** A table of routes. */
export class Router<T> {
  readonly #exact = new Map<string, Map<string, T>>();
  readonly #root: Node<T> = emptyNode();

  /** Adds a route. Throws an error when there is already one with the same method and an equivalent path. */
  add(method: string, template: string, target: T): void {
    const verb = method.toUpperCase();
    const methods = template.includes("{") ? this.#methodsInTree(template) : this.#methodsOfExact(template);
    if (methods.has(verb)) throw new Error(`${verb} ${template}: two operations answer the same address`);
    methods.set(verb, target);
  }

  /**
   * The methods at a path that is still percent-encoded, with the values of its parameters, which are so too: a list is split before it
   * is decoded. Null when there is no such path, and when the escapes of a value are not valid UTF-8.
   */
  find(path: string): { methods: ReadonlyMap<string, T>; values: readonly string[] } | null {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return { methods: exact, values: noValues };
    const values: string[] = [];
    const methods = descend(this.#root, path, 1, values);
    return methods !== null && values.every(canBeDecoded) ? { methods, values } : null;
  }

  #methodsOfExact(template: string): Map<string, T> {
    let methods = this.#exact.get(template);
    if (methods === undefined) {
      methods = new Map();
      this.#exact.set(template, methods);
    }
    return methods;
  }

  #methodsInTree(template: string): Map<string, T> {
    let node = this.#root;
    for (const segment of template.slice(1).split("/")) {
      if (segment.startsWith("{") && segment.endsWith("}")) {
        node.parameter ??= emptyNode();
        node = node.parameter;
      } else if (segment.includes("{")) {
        throw new Error(`${template}: a parameter must fill its whole path segment`);
      } else {
        let child = node.literals.get(segment);
        if (child === undefined) {
          child = emptyNode();
          node.literals.set(segment, child);
        }
        node = child;
      }
    }
    node.methods ??= new Map();
    return node.methods;
  }
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), parameter: null, methods: null };
}

function descend<T>(node: Node<T>, path: string, start: number, values: string[]): Map<string, T> | null {
  if (start > path.length) return node.methods;
  const slash = path.indexOf("/", start);
  const end = slash === -1 ? path.length : slash;
  const segment = path.slice(start, end);
  const literal = node.literals.get(segment);
  if (literal !== undefined) {
    const found = descend(literal, path, end + 1, values);
    if (found !== null) return found;
  }
  if (node.parameter !== null && segment !== "") {
    values.push(segment);
    const found = descend(node.parameter, path, end + 1, values);
    if (found !== null) return found;
    values.pop();
  }
  return null;
}

/** Whether the percent-escapes of a segment (RFC 3986) are valid UTF-8. */
function canBeDecoded(segment: string): boolean {
  if (!segment.includes("%")) return true;
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}
