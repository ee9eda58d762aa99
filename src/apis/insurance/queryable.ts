import type { ClientBase, Pool } from "pg";

/** The pool, or a connection with a transaction on it. */
export type Queryable = Pool | ClientBase;
