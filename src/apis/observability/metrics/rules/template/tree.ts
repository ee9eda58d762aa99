/** A template of a label or an annotation, as a tree (Go, text/template). */

/** Why a template is not one, or has no result. */
export class TemplateError extends Error {}

/** A step of a pipeline: a function with its arguments, or a single operand. */
export interface Command {
  readonly function: string | null;
  readonly operands: readonly Operand[];
}

/** Each command gets the result of the one before as its last argument. */
export type Pipeline = readonly Command[];

export type Operand =
  | { readonly kind: "literal"; readonly value: string | number | bigint | boolean | null }
  /** `.`, `.Labels.job`: fields of what the dot stands for. */
  | { readonly kind: "dot"; readonly fields: readonly string[] }
  /** `$labels.job`. */
  | { readonly kind: "variable"; readonly name: string; readonly fields: readonly string[] }
  | { readonly kind: "pipeline"; readonly pipeline: Pipeline; readonly fields: readonly string[] };

export type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "output"; readonly pipeline: Pipeline }
  | { readonly kind: "assign"; readonly name: string; readonly declares: boolean; readonly pipeline: Pipeline }
  | Branch
  | { readonly kind: "template"; readonly name: string; readonly pipeline: Pipeline | null }
  | { readonly kind: "break" | "continue" };

export interface Branch {
  readonly kind: "if" | "with" | "range";
  /** The variables that a clause declares or assigns: the element, and for `range` the key. Null when there is none. */
  readonly key: string | null;
  readonly element: string | null;
  readonly declares: boolean;
  readonly pipeline: Pipeline;
  readonly then: readonly Node[];
  readonly otherwise: readonly Node[];
}

export interface Template {
  readonly nodes: readonly Node[];
  /** Templates that `define` and `block` declare, by name. */
  readonly defined: ReadonlyMap<string, readonly Node[]>;
}
