/** Expands templates. What it may take is bounded: there are no loops, and a text has a longest length. */
import { callFunction, isTrue, longestText, type TemplateContext } from "./functions.ts";
import { shown, typeName, type Value } from "./go-format.ts";
import { parseTemplate } from "./parse.ts";
import { type Command, type Node, type Operand, type Pipeline, type Template, TemplateError } from "./tree.ts";

/** What an alert's templates speak of. */
export interface AlertData extends TemplateContext {
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/** A template that is expanded many times; what is wrong with it stands in the text, as in Prometheus. */
export function expander(template: string, alert: string): (data: AlertData) => string {
  if (!template.includes("{{")) return () => template;
  let parsed: Template | undefined;
  return (data) => {
    try {
      parsed ??= parseTemplate(template);
      return new Expansion(data).run(parsed);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return `<error expanding template: error executing template __alert_${alert}: ${error.message}>`;
    }
  };
}

class Expansion {
  readonly #data: AlertData;
  readonly #root: ReadonlyMap<string, Value>;
  #variables: [name: string, value: Value][];
  #text = "";

  constructor(data: AlertData) {
    this.#data = data;
    const none: ReadonlyMap<string, string> = new Map();
    const { labels, value, externalUrl } = data;
    this.#variables = [
      ["labels", labels],
      ["externalLabels", none],
      ["externalURL", externalUrl],
      ["value", value],
    ];
    this.#root = new Map<string, Value>([
      ["Labels", labels],
      ["ExternalLabels", none],
      ["ExternalURL", externalUrl],
      ["Value", value],
    ]);
  }

  run(template: Template): string {
    this.#nodes(template, this.#root);
    return this.#text;
  }

  #nodes(nodes: readonly Node[], dot: Dot): void {
    for (const node of nodes) this.#node(node, dot);
  }

  #node(node: Node, dot: Dot): void {
    switch (node.kind) {
      case "text":
        this.#write(node.text);
        break;
      case "output":
        this.#write(shown(this.#pipeline(node.pipeline, dot)));
        break;
      case "assign":
        this.#assign(node.name, node.declares, this.#pipeline(node.pipeline, dot));
        break;
      default: {
        const known = this.#variables.length;
        const value = this.#pipeline(node.pipeline, dot);
        if (isTrue(value)) this.#nodes(node.then, node.kind === "with" ? value : dot);
        else this.#nodes(node.otherwise, dot);
        this.#variables.length = known;
      }
    }
  }

  #write(text: string): void {
    this.#text += text;
    if (this.#text.length > longestText) throw new TemplateError(`a text has at most ${longestText} characters`);
  }

  #assign(name: string, declares: boolean, value: Value): void {
    const variable = this.#variables.findLast(([each]) => each === name);
    if (declares || variable === undefined) this.#variables.push([name, value]);
    else variable[1] = value;
  }

  #pipeline(pipeline: Pipeline, dot: Dot): Value {
    return pipeline.reduce<Value>(
      (before, command, index) => this.#command(command, dot, index > 0 ? [before] : []),
      null,
    );
  }

  #command({ function: name, operands }: Command, dot: Dot, last: readonly Value[]): Value {
    const values = operands.map((operand) => this.#operand(operand, dot));
    return name === null ? (values[0] ?? null) : callFunction(name, [...values, ...last], this.#data);
  }

  #operand(operand: Operand, dot: Dot): Value {
    switch (operand.kind) {
      case "literal":
        return operand.value;
      case "dot":
        return fieldOf(dot, operand.fields);
      case "variable":
        if (operand.name === "") return fieldOf(this.#root, operand.fields);
        return fieldOf(this.#variables.findLast(([name]) => name === operand.name)?.[1] ?? null, operand.fields);
      case "pipeline":
        return fieldOf(this.#pipeline(operand.pipeline, dot), operand.fields);
    }
  }
}

/** The alert itself, or a value. */
type Dot = Value | ReadonlyMap<string, Value>;

/** A label that is not there is the empty text (Go: missingkey=zero). */
function fieldOf(of: Dot, fields: readonly string[]): Value {
  let value: Dot = of;
  for (const field of fields) {
    if (value === null || typeof value !== "object")
      throw new TemplateError(`can't evaluate field ${field} in type ${typeName(value)}`);
    value = value.get(field) ?? "";
  }
  if (value instanceof Map && [...value.values()].some((each) => typeof each !== "string")) return "";
  return value as Value;
}
