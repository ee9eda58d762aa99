/** Reads templates of Go's text/template, with Prometheus's functions (template/template.go), as the steps that expand them. */
import { TemplateError } from "./error.ts";
import { type AlertData, Expansion, mostLevels, type Step, type Template } from "./expand.ts";
import { isTrue } from "./functions.ts";
import type { Value } from "./go-format.ts";
import { type Operand, PipelineReader, tooDeep, unexpected } from "./pipeline.ts";
import { type Piece, piecesOf, type Token } from "./scan.ts";

/** Characters of a template. */
const longestTemplate = 16_384;
const variablesOfAlerts = ["", "labels", "externalLabels", "externalURL", "value"];

/** A template that is expanded many times; what is wrong with it stands in the text, as in Prometheus. */
export function expander(template: string, alert: string): (data: AlertData) => string {
  if (!template.includes("{{")) return () => template;
  let parsed: Template | undefined;
  return (data) => {
    try {
      parsed ??= parseTemplate(template);
      return new Expansion(data, parsed.defined).textOf(parsed.steps);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return `<error expanding template: error executing template __alert_${alert}: ${error.message}>`;
    }
  };
}

/** Throws TemplateError, in Go's words where it would refuse the template too. */
export function parseTemplate(text: string): Template {
  if (text.length > longestTemplate) throw new TemplateError(`a template has at most ${longestTemplate} characters`);
  return new TemplateReader(piecesOf(text)).read();
}

type Ending = "end" | "else" | "eof";
type BranchKind = "if" | "with" | "range";

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
  readonly #defined = new Map<string, readonly Step[]>();

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  read(): Template {
    const { steps, ending } = this.#list();
    if (ending !== "eof") throw new TemplateError(`unexpected {{${ending}}}`);
    return { steps, defined: this.#defined };
  }

  /** Only the template itself may end with the text. */
  #list(): { steps: Step[]; ending: Ending; rest: readonly Token[] } {
    const steps: Step[] = [];
    for (;;) {
      const piece = this.#pieces[this.#next++];
      if (piece === undefined) {
        if (this.#depth > 0) throw new TemplateError("unexpected EOF");
        return { steps, ending: "eof", rest: [] };
      }
      if ("text" in piece) {
        steps.push((run) => run.write(piece.text));
        continue;
      }
      const [first, ...rest] = piece.tokens;
      const word = first?.kind === "word" ? first.text : "";
      if (word === "end" && rest.length > 0) throw new TemplateError("unexpected text in end");
      if (word === "end" || word === "else") return { steps, ending: word, rest };
      if (word === "define") this.#define(rest);
      else steps.push(this.#step(word, rest, piece.tokens));
    }
  }

  #within<T>(scope: Scope, read: () => T): T {
    if (++this.#depth > mostLevels) throw tooDeep();
    const outer = this.#scope;
    this.#scope = scope;
    const result = read();
    this.#scope = outer;
    this.#depth--;
    return result;
  }

  #step(word: string, rest: readonly Token[], tokens: readonly Token[]): Step {
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
        return () => word;
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
      const { steps, ending } = this.#list();
      if (ending !== "end") throw new TemplateError("unexpected {{else}}");
      if (this.#defined.has(name)) throw new TemplateError(`multiple definition of template ${JSON.stringify(name)}`);
      this.#defined.set(name, steps);
    });
  }

  #template(kind: "template" | "block", [name, ...rest]: readonly Token[]): Step {
    if (name?.kind !== "string") throw unexpected(name, `${kind} clause`);
    const pipeline = rest.length === 0 && kind === "template" ? null : this.#pipeline(rest, `${kind} clause`);
    if (kind === "block") this.#named(name.text);
    return (run, dot) => run.template(name.text, pipeline === null ? null : pipeline(run, dot));
  }

  #branch(kind: BranchKind, tokens: readonly Token[]): Step {
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
      const { steps: then, ending, rest: condition } = this.#list();
      this.#scope = scope;
      const otherwise = ending === "else" ? this.#otherwise(kind, condition) : [];
      const [key = null, element = null] = names.length === 1 ? [null, ...names] : names;
      const assign = (run: Expansion, name: string | null, value: Value) =>
        name === null ? null : run.assign(name, declares, value);
      const ranged: Step = (run, dot) => {
        const any = run.range(pipeline(run, dot), (nth, each) => {
          assign(run, key, nth);
          assign(run, element, each);
          return run.take(then, each);
        });
        return any ? null : run.take(otherwise, dot);
      };
      const chosen: Step = (run, dot) => {
        const value = pipeline(run, dot);
        assign(run, element, value);
        return isTrue(value) ? run.take(then, kind === "with" ? value : dot) : run.take(otherwise, dot);
      };
      return (run, dot) => run.scoped(() => (kind === "range" ? ranged : chosen)(run, dot));
    });
  }

  /** `else`, `else if` or `else with`: the condition is what follows the `else`. */
  #otherwise(kind: BranchKind, [word, ...rest]: readonly Token[]): readonly Step[] {
    if (kind !== "range" && word?.kind === "word" && word.text === kind) return [this.#branch(kind, rest)];
    if (word !== undefined) throw new TemplateError("unexpected text in else");
    const { steps, ending } = this.#list();
    if (ending !== "end") throw new TemplateError("expected end; found {{else}}");
    return steps;
  }

  #action(tokens: readonly Token[]): Step {
    const [variable, sign, ...rest] = tokens;
    if (variable?.kind === "variable" && (sign?.text === ":=" || sign?.text === "=") && sign.kind === "sign") {
      const declares = sign.text === ":=";
      if (!declares) this.#known(variable.text);
      const pipeline = this.#pipeline(rest, "command");
      if (declares) this.#scope.variables.push(variable.text);
      return (run, dot) => run.assign(variable.text, declares, pipeline(run, dot));
    }
    const pipeline = this.#pipeline(tokens, "command");
    return (run, dot) => run.write(pipeline(run, dot));
  }

  #pipeline(tokens: readonly Token[], context: string): Operand {
    return new PipelineReader(tokens, (name) => this.#known(name), this.#scope.dotIsAlert).read(context);
  }

  #known(name: string): void {
    if (!this.#scope.variables.includes(name)) throw new TemplateError(`undefined variable "$${name}"`);
  }
}

/** `$element :=`, of `range` also `$key, $element :=`, or nothing. */
function branchVariables(kind: BranchKind, tokens: readonly Token[]) {
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
