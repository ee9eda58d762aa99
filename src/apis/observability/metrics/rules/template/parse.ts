/** Reads templates of Go's text/template, with Prometheus's functions (template/template.go). */
import { functionNames } from "./functions.ts";
import { type Piece, piecesOf, type Token } from "./scan.ts";
import {
  type Branch,
  type Command,
  type Node,
  type Operand,
  type Pipeline,
  type Template,
  TemplateError,
} from "./tree.ts";

/** Characters of a template, and levels of what stands in something else. */
export const templateLimits = { length: 16_384, depth: 50 } as const;

const variablesOfAlerts = ["", "labels", "externalLabels", "externalURL", "value"];
const fieldsOfAlerts = ["Labels", "ExternalLabels", "ExternalURL", "Value"];

/** Throws TemplateError, in Go's words where it would refuse the template too. */
export function parseTemplate(text: string): Template {
  if (text.length > templateLimits.length)
    throw new TemplateError(`a template has at most ${templateLimits.length} characters`);
  if (!text.includes("{{")) return { nodes: text === "" ? [] : [{ kind: "text", text }], defined: new Map() };
  return new TemplateReader(piecesOf(text)).read();
}

type Ending = "end" | "else" | "eof";

/** What can be used at a position of a template. */
interface Scope {
  /** Names of the declared variables, those of the innermost block last. */
  readonly variables: string[];
  readonly dotIsAlert: boolean;
  readonly inRange: boolean;
}

class TemplateReader {
  readonly #pieces: readonly Piece[];
  #next = 0;
  #depth = 0;
  #scope: Scope = { variables: [...variablesOfAlerts], dotIsAlert: true, inRange: false };
  readonly #defined = new Map<string, readonly Node[]>();

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  read(): Template {
    const { nodes, ending } = this.#list();
    if (ending !== "eof") throw new TemplateError(`unexpected {{${ending}}}`);
    return { nodes, defined: this.#defined };
  }

  /** Only the template itself may end with the text. */
  #list(): { nodes: Node[]; ending: Ending; rest: readonly Token[] } {
    const nodes: Node[] = [];
    for (;;) {
      const piece = this.#pieces[this.#next++];
      if (piece === undefined) {
        if (this.#depth > 0) throw new TemplateError("unexpected EOF");
        return { nodes, ending: "eof", rest: [] };
      }
      if ("text" in piece) {
        nodes.push({ kind: "text", text: piece.text });
        continue;
      }
      const [first, ...rest] = piece.tokens;
      const word = first?.kind === "word" ? first.text : "";
      if (word === "end" && rest.length > 0) throw new TemplateError("unexpected text in end");
      if (word === "end" || word === "else") return { nodes, ending: word, rest };
      if (word === "define") this.#define(rest);
      else nodes.push(this.#node(word, rest, piece.tokens));
    }
  }

  #within<T>(scope: Scope, read: () => T): T {
    if (++this.#depth > templateLimits.depth) throw tooDeep();
    const outer = this.#scope;
    this.#scope = scope;
    const result = read();
    this.#scope = outer;
    this.#depth--;
    return result;
  }

  #node(word: string, rest: readonly Token[], tokens: readonly Token[]): Node {
    switch (word) {
      case "if":
      case "with":
      case "range":
        return this.#branch(word, rest);
      case "template":
      case "block":
        return this.#template(word, rest);
      case "break":
      case "continue":
        if (rest.length > 0) throw unexpected(rest[0], `{{${word}}}`);
        if (!this.#scope.inRange) throw new TemplateError(`{{${word}}} outside {{range}}`);
        return { kind: word };
      default:
        return this.#action(tokens);
    }
  }

  /** Only a template itself defines others. */
  #define([name, ...rest]: readonly Token[]): void {
    if (this.#depth > 0) throw new TemplateError("unexpected {{define}}");
    if (name?.kind !== "string") throw unexpected(name, "define clause");
    if (rest.length > 0) throw unexpected(rest[0], "define clause");
    this.#named(name.text);
  }

  /** Reads what has a name, up to its end: it sees no variables but the data that it is given. */
  #named(name: string): void {
    this.#within({ variables: [""], dotIsAlert: false, inRange: false }, () => {
      const { nodes, ending } = this.#list();
      if (ending !== "end") throw new TemplateError("unexpected {{else}}");
      if (this.#defined.has(name)) throw new TemplateError(`multiple definition of template ${JSON.stringify(name)}`);
      this.#defined.set(name, nodes);
    });
  }

  #template(kind: "template" | "block", [name, ...rest]: readonly Token[]): Node {
    if (name?.kind !== "string") throw unexpected(name, `${kind} clause`);
    const pipeline = rest.length === 0 && kind === "template" ? null : this.#pipeline(rest, `${kind} clause`);
    if (kind === "block") this.#named(name.text);
    return { kind: "template", name: name.text, pipeline };
  }

  #branch(kind: Branch["kind"], tokens: readonly Token[]): Branch {
    const outer = this.#scope;
    // Variables of a branch are there until its end, also after `else`.
    const scope = { ...outer, variables: [...outer.variables] };
    return this.#within(scope, () => {
      const { names, declares, rest } = branchVariables(kind, tokens);
      if (!declares) for (const name of names) this.#known(name);
      const pipeline = this.#pipeline(rest, kind);
      if (declares) scope.variables.push(...names);
      const [dotIsAlert, inRange] = [scope.dotIsAlert && kind === "if", scope.inRange || kind === "range"];
      this.#scope = { ...scope, dotIsAlert, inRange };
      const { nodes: then, ending, rest: condition } = this.#list();
      this.#scope = scope;
      const otherwise = ending === "else" ? this.#otherwise(kind, condition) : [];
      const [key = null, element = null] = names.length === 1 ? [null, ...names] : names;
      return { kind, key, element, declares, pipeline, then, otherwise };
    });
  }

  /** `else`, `else if` or `else with`: the condition is what follows the `else`. */
  #otherwise(kind: Branch["kind"], [word, ...rest]: readonly Token[]): readonly Node[] {
    if (kind !== "range" && word?.kind === "word" && word.text === kind) return [this.#branch(kind, rest)];
    if (word !== undefined) throw new TemplateError("unexpected text in else");
    const { nodes, ending } = this.#list();
    if (ending !== "end") throw new TemplateError("expected end; found {{else}}");
    return nodes;
  }

  #action(tokens: readonly Token[]): Node {
    const [variable, sign, ...rest] = tokens;
    if (variable?.kind === "variable" && (sign?.text === ":=" || sign?.text === "=") && sign.kind === "sign") {
      const declares = sign.text === ":=";
      if (!declares) this.#known(variable.text);
      const pipeline = this.#pipeline(rest, "command");
      if (declares) this.#scope.variables.push(variable.text);
      return { kind: "assign", name: variable.text, declares, pipeline };
    }
    return { kind: "output", pipeline: this.#pipeline(tokens, "command") };
  }

  #pipeline(tokens: readonly Token[], context: string): Pipeline {
    return new PipelineReader(tokens, (name) => this.#known(name), this.#scope.dotIsAlert).read(context);
  }

  #known(name: string): void {
    if (!this.#scope.variables.includes(name)) throw new TemplateError(`undefined variable "$${name}"`);
  }
}

/** Reads the tokens of one action. */
class PipelineReader {
  readonly #tokens: readonly Token[];
  readonly #known: (variable: string) => void;
  readonly #dotIsAlert: boolean;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], known: (variable: string) => void, dotIsAlert: boolean) {
    this.#tokens = tokens;
    this.#known = known;
    this.#dotIsAlert = dotIsAlert;
  }

  read(context: string): Pipeline {
    const pipeline = this.#pipeline(context);
    const left = this.#tokens[this.#at];
    if (left !== undefined) throw unexpected(left, context);
    return pipeline;
  }

  #pipeline(context: string): Pipeline {
    const commands: Command[] = [];
    do {
      const command = this.#command();
      if (command === null) throw new TemplateError(`missing value for ${context}`);
      if (commands.length > 0 && command.function === null)
        throw new TemplateError(`non executable command in pipeline stage ${commands.length + 1}`);
      commands.push(command);
    } while (this.#takes("|"));
    return commands;
  }

  #command(): Command | null {
    const first = this.#tokens[this.#at];
    let name: string | null = null;
    if (first?.kind === "word" && !literals.has(first.text)) {
      name = first.text;
      checkFunction(name);
      this.#at++;
    }
    const operands: Operand[] = [];
    for (;;) {
      const operand = this.#operand();
      if (operand === null) break;
      operands.push(operand);
    }
    if (name === null && operands.length > 1) throw new TemplateError("can't give argument to non-function");
    return name === null && operands.length === 0 ? null : { function: name, operands };
  }

  #operand(): Operand | null {
    const token = this.#tokens[this.#at];
    if (token === undefined || (token.kind === "sign" && token.text !== "(")) return null;
    this.#at++;
    switch (token.kind) {
      case "string":
        return { kind: "literal", value: token.text };
      case "number":
        return { kind: "literal", value: numberOf(token.text) };
      case "dot":
        return { kind: "dot", fields: [] };
      case "field": {
        if (this.#dotIsAlert && !fieldsOfAlerts.includes(token.text))
          throw new TemplateError(`can't evaluate field ${token.text}: there are ${fieldsOfAlerts.join(", ")}`);
        return { kind: "dot", fields: [token.text, ...this.#fields()] };
      }
      case "variable":
        this.#known(token.text);
        return { kind: "variable", name: token.text, fields: this.#fields() };
      case "word":
        return this.#word(token.text);
      case "sign":
        return this.#parentheses();
    }
  }

  #word(text: string): Operand {
    if (literals.has(text)) return { kind: "literal", value: literals.get(text) ?? null };
    checkFunction(text);
    return { kind: "pipeline", pipeline: [{ function: text, operands: [] }], fields: [] };
  }

  #parentheses(): Operand {
    if (++this.#depth > templateLimits.depth) throw tooDeep();
    const pipeline = this.#pipeline("parenthesized pipeline");
    if (!this.#takes(")")) throw new TemplateError("unclosed left paren");
    this.#depth--;
    return { kind: "pipeline", pipeline, fields: this.#fields() };
  }

  /** Fields that follow without a space. */
  #fields(): string[] {
    const fields: string[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token?.kind !== "field" || token.spaced) return fields;
      fields.push(token.text);
      this.#at++;
    }
  }

  #takes(sign: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "sign" || token.text !== sign) return false;
    this.#at++;
    return true;
  }
}

const literals: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["nil", null],
]);

function checkFunction(name: string): void {
  if (functionNames.has(name)) return;
  throw new TemplateError(`function "${name}" not defined`);
}

function numberOf(text: string): number | bigint {
  const digits = text.replaceAll("_", "");
  const value = Number(digits);
  if (!Number.isFinite(value)) throw new TemplateError(`bad number syntax: ${JSON.stringify(text)}`);
  return /^[+-]?\d+$/.test(digits) && Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** `$element :=`, of `range` also `$key, $element :=`, or nothing. */
function branchVariables(kind: Branch["kind"], tokens: readonly Token[]) {
  const [first, sign, second, last] = tokens;
  const isSign = (token: Token | undefined, ...texts: string[]) => token?.kind === "sign" && texts.includes(token.text);
  if (first?.kind === "variable" && isSign(sign, ":=", "="))
    return { names: [first.text], declares: sign?.text === ":=", rest: tokens.slice(2) };
  if (first?.kind === "variable" && isSign(sign, ",")) {
    if (kind !== "range") throw new TemplateError(`too many declarations in ${kind}`);
    if (second?.kind !== "variable" || !isSign(last, ":=", "="))
      throw new TemplateError("range can only initialize variables");
    return { names: [first.text, second.text], declares: last?.text === ":=", rest: tokens.slice(4) };
  }
  return { names: [], declares: false, rest: tokens };
}

function unexpected(token: Token | undefined, context: string): TemplateError {
  return new TemplateError(
    token === undefined ? `missing value for ${context}` : `unexpected ${JSON.stringify(token.text)} in ${context}`,
  );
}

function tooDeep(): TemplateError {
  return new TemplateError(`a template has at most ${templateLimits.depth} levels`);
}
