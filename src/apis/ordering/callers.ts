import type { Contract } from "#generated/ordering/contract.ts";
import type { Handlers } from "#src/contract/types.ts";

/** Nobody signs in: the document has no security schemes, so there is nothing to know about a caller. */
export type Callers = Readonly<Record<never, never>>;

export type OrderingHandlers = Handlers<Contract, Callers>;
