import type { Contract } from "#generated/ordering/contract.ts";
import type { HandlersByTag } from "#src/contract/types.ts";

/** Nobody signs in: the document has no security schemes, so there is nothing to know about a caller. */
export type Callers = Readonly<Record<never, never>>;

/** The handlers of a tag of the document. */
export type HandlersOf<Tag extends keyof Contract["tags"]> = HandlersByTag<Contract, Callers, Tag>;
