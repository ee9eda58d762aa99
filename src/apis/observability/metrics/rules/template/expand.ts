/** Expands templates. What it may take is bounded: each turn of a loop counts as work, and a text has a longest length. */
import { compareText } from "../../labels.ts";
import { callFunction, isTrue, longestText, type TemplateContext, workOfCall } from "./functions.ts";
import { Arguments, QueryResult, Struct, shown, typeName, type Value } from "./go-format.ts";
import { parseTemplate, templateLimits } from "./parse.ts";
import {
  type Branch,
  type Command,
  type Node,
  type Operand,
  type Pipeline,
  type Template,
  TemplateError,
} from "./tree.ts";

/** The data of an alert's templates. */
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
      return new Expansion(data, parsed.defined).run(parsed.nodes);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return `<error expanding template: error executing template __alert_${alert}: ${error.message}>`;
    }
  };
}

/** What ends a turn of a loop early. */
type Leap = "break" | "continue" | null;

class Expansion {
  readonly #data: AlertData;
  readonly #root: Struct;
  readonly #defined: Template["defined"];
  /** `$` itself has no name. */
  #variables: [name: string, value: Value][];
  #text = "";
  #depth = 0;

  constructor(data: AlertData, defined: Template["defined"]) {
    this.#data = data;
    this.#defined = defined;
    const none: ReadonlyMap<string, string> = new Map();
    const { labels, value, externalUrl } = data;
    this.#root = new Struct(dataType, [
      ["Labels", labels],
      ["ExternalLabels", none],
      ["ExternalURL", externalUrl],
      ["Value", value],
    ]);
    this.#variables = [
      ["", this.#root],
      ["labels", labels],
      ["externalLabels", none],
      ["externalURL", externalUrl],
      ["value", value],
    ];
  }

  run(nodes: readonly Node[]): string {
    this.#nodes(nodes, this.#root);
    return this.#text;
  }

  #nodes(nodes: readonly Node[], dot: Value): Leap {
    for (const node of nodes) {
      const leap = this.#node(node, dot);
      if (leap !== null) return leap;
    }
    return null;
  }

  #node(node: Node, dot: Value): Leap {
    switch (node.kind) {
      case "text":
        this.#write(node.text);
        return null;
      case "output":
        this.#write(shown(this.#pipeline(node.pipeline, dot)));
        return null;
      case "assign":
        this.#assign(node.name, node.declares, this.#pipeline(node.pipeline, dot));
        return null;
      case "break":
      case "continue":
        return node.kind;
      case "template":
        this.#template(node.name, node.pipeline === null ? null : this.#pipeline(node.pipeline, dot));
        return null;
      default: {
        const known = this.#variables.length;
        const leap = this.#branch(node, this.#pipeline(node.pipeline, dot), dot);
        this.#variables.length = known;
        return leap;
      }
    }
  }

  #branch(node: Branch, value: Value, dot: Value): Leap {
    if (node.kind === "range") return this.#range(node, value, dot);
    if (node.element !== null) this.#assign(node.element, node.declares, value);
    if (!isTrue(value)) return this.#nodes(node.otherwise, dot);
    return this.#nodes(node.then, node.kind === "with" ? value : dot);
  }

  #range(node: Branch, value: Value, dot: Value): Leap {
    const known = this.#variables.length;
    let any = false;
    for (const [key, element] of elementsOf(value)) {
      any = true;
      this.#data.spend(workOfCall);
      if (node.key !== null) this.#assign(node.key, node.declares, key);
      if (node.element !== null) this.#assign(node.element, node.declares, element);
      const leap = this.#nodes(node.then, element);
      this.#variables.length = known;
      if (leap === "break") break;
    }
    return any ? null : this.#nodes(node.otherwise, dot);
  }

  #template(name: string, data: Value): void {
    const nodes = this.#defined.get(name);
    if (nodes === undefined) throw new TemplateError(`template ${JSON.stringify(name)} not defined`);
    if (++this.#depth > templateLimits.depth)
      throw new TemplateError(`templates stand in each other at most ${templateLimits.depth} times`);
    this.#data.spend(workOfCall);
    const variables = this.#variables;
    this.#variables = [["", data]];
    this.#nodes(nodes, data);
    this.#variables = variables;
    this.#depth--;
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

  #pipeline(pipeline: Pipeline, dot: Value): Value {
    return pipeline.reduce<Value>(
      (before, command, index) => this.#command(command, dot, index > 0 ? [before] : []),
      null,
    );
  }

  #command({ function: name, operands }: Command, dot: Value, last: readonly Value[]): Value {
    const values = operands.map((operand) => this.#operand(operand, dot));
    return name === null ? (values[0] ?? null) : callFunction(name, [...values, ...last], this.#data);
  }

  #operand(operand: Operand, dot: Value): Value {
    switch (operand.kind) {
      case "literal":
        return operand.value;
      case "dot":
        return fieldOf(dot, operand.fields);
      case "variable":
        return fieldOf(this.#variables.findLast(([name]) => name === operand.name)?.[1] ?? null, operand.fields);
      case "pipeline":
        return fieldOf(this.#pipeline(operand.pipeline, dot), operand.fields);
    }
  }
}

const dataType =
  "struct { Labels map[string]string; ExternalLabels map[string]string; ExternalURL string; Value interface {} }";

/** The elements that `range` visits: the samples of a result, the values of a map sorted by name, or the integers below a number. */
function* elementsOf(value: Value): Generator<readonly [key: Value, element: Value]> {
  if (value === null) return;
  if (value instanceof QueryResult) {
    for (const [index, sample] of value.samples.entries()) yield [BigInt(index), sample];
  } else if (value instanceof Map && !(value instanceof Struct)) {
    yield* [...value].sort(([a], [b]) => compareText(a, b));
  } else if (typeof value === "bigint") {
    for (let number = 0n; number < value; number++) yield [number, number];
  } else throw new TemplateError(`range can't iterate over ${shown(value)}`);
}

/** A label that is not there is the empty text (Go: missingkey=zero). */
function fieldOf(of: Value, fields: readonly string[]): Value {
  let value = of;
  for (const field of fields) {
    const isOf = value instanceof Map && (!(value instanceof Struct) || value.has(field));
    if (!isOf) throw new TemplateError(`can't evaluate field ${field} in type ${typeName(value)}`);
    value = (value as ReadonlyMap<string, Value>).get(field) ?? (value instanceof Arguments ? null : "");
  }
  return value;
}
