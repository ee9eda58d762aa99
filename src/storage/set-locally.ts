/**
 * Settings of a transaction, on each node of a cluster that takes part in it. Citus passes on the text of the whole message in which a SET LOCAL
 * stands, so that the nodes run whatever else is in the message; a `set_config` it does not pass on (`PostprocessVariableSetStmt`
 * of its variableset.c). The body of a function is a text of its own.
 */
import { escapeLiteral } from "pg";

/** A statement for any message of a transaction, between others or alone. Values are as SET LOCAL takes them. */
export function setLocally(settings: Readonly<Record<string, string>>): string {
  return `SELECT set_locally(${Object.entries(settings).flat().map(escapeLiteral).join(", ")})`;
}
