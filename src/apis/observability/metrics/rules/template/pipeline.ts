/** Reads the actions of templates: pipelines of functions and operands, as what calculates their values. */
import { TemplateError } from "./error.ts";
import { type Expansion, fieldOf, mostLevels } from "./expand.ts";
import { functionNames } from "./functions.ts";
import type { Value } from "./go-format.ts";
import type { Token } from "./scan.ts";

const fieldsOfAlerts = ["Labels", "ExternalLabels", "ExternalURL", "Value"];

/** The value of an operand or a pipeline. */
export type Operand = (run: Expansion, dot: Value) => Value;

/** A step of a pipeline: a function with its arguments, or a single operand. It gets the result of the one before as its last argument. */
interface Command {
  readonly isCall: boolean;
  readonly value: (run: Expansion, dot: Value, last: readonly Value[]) => Value;
}

/** Reads the tokens of one action. */
export class PipelineReader {
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

  read(context: string): Operand {
    const pipeline = this.#pipeline(context);
    const left = this.#tokens[this.#at];
    if (left !== undefined) throw unexpected(left, context);
    return pipeline;
  }

  #pipeline(context: string): Operand {
    const commands: Command[] = [];
    do {
      const command = this.#command();
      if (command === null) throw new TemplateError(`missing value for ${context}`);
      if (commands.length > 0 && !command.isCall)
        throw new TemplateError(`non executable command in pipeline stage ${commands.length + 1}`);
      commands.push(command);
    } while (this.#takes("|"));
    return (run, dot) =>
      commands.reduce<Value>((before, { value }, index) => value(run, dot, index > 0 ? [before] : []), null);
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
    const [only] = operands;
    if (name === null) return only === undefined ? null : { isCall: false, value: only };
    const value: Command["value"] = (run, dot, last) =>
      run.call(name, [...operands.map((operand) => operand(run, dot)), ...last]);
    return { isCall: true, value };
  }

  #operand(): Operand | null {
    const token = this.#tokens[this.#at];
    if (token === undefined || (token.kind === "sign" && token.text !== "(")) return null;
    this.#at++;
    switch (token.kind) {
      case "string":
        return () => token.text;
      case "number": {
        const number = numberOf(token.text);
        return () => number;
      }
      case "dot":
        return (_run, dot) => dot;
      case "field": {
        if (this.#dotIsAlert && !fieldsOfAlerts.includes(token.text))
          throw new TemplateError(`can't evaluate field ${token.text}: there are ${fieldsOfAlerts.join(", ")}`);
        const fields = [token.text, ...this.#fields()];
        return (_run, dot) => fieldOf(dot, fields);
      }
      case "variable": {
        this.#known(token.text);
        const fields = this.#fields();
        return (run) => fieldOf(run.variable(token.text), fields);
      }
      case "word":
        return this.#word(token.text);
      case "sign":
        return this.#parentheses();
    }
  }

  #word(text: string): Operand {
    if (literals.has(text)) return () => literals.get(text) ?? null;
    checkFunction(text);
    return (run) => run.call(text, []);
  }

  #parentheses(): Operand {
    if (++this.#depth > mostLevels) throw tooDeep();
    const pipeline = this.#pipeline("parenthesized pipeline");
    if (!this.#takes(")")) throw new TemplateError("unclosed left paren");
    this.#depth--;
    const fields = this.#fields();
    return (run, dot) => fieldOf(pipeline(run, dot), fields);
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

export function unexpected(token: Token | undefined, context: string): TemplateError {
  return new TemplateError(
    token === undefined ? `missing value for ${context}` : `unexpected ${JSON.stringify(token.text)} in ${context}`,
  );
}

export function tooDeep(): TemplateError {
  return new TemplateError(`a template has at most ${mostLevels} levels`);
}
