import type { Contract } from "#generated/ordering/contract.ts";
import type { HandlersByTag } from "#src/contract/types.ts";
import type { InstallationOperator } from "#src/identity/access-tokens.ts";

/** Customers do not sign in; operators of the installation do. */
export interface Callers {
  readonly Operator: InstallationOperator;
}

/** The handlers of a tag of the document. */
export type HandlersOf<Tag extends keyof Contract["tags"]> = HandlersByTag<Contract, Callers, Tag>;
