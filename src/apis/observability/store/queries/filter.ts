/** Conditions of a query that filters by tenant first. */
import type { Tenant } from "../../records.ts";

/** Collects conditions with their values. `$1` and `$2` are always the project and the environment. */
export class TenantFilter {
  readonly values: unknown[];
  readonly #conditions = ["project_id = $1", "environment = $2"];

  constructor({ projectId, environment }: Tenant) {
    this.values = [projectId, environment];
  }

  /** A placeholder for the value. */
  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Adds a condition on the value, unless there is none. */
  where<T>(value: T | undefined, condition: (placeholder: string) => string): this {
    return value === undefined ? this : this.and(condition(this.bind(value)));
  }

  and(condition: string): this {
    this.#conditions.push(condition);
    return this;
  }

  toString(): string {
    return this.#conditions.join(" AND ");
  }
}

/**
 * A substring search, upper and lower case alike. Where the text is plain ASCII, so is what it can match, and comparing
 * bytes takes less than half the time.
 */
export function contains(filter: TenantFilter, text: string): (expression: string) => string {
  const pattern = filter.bind(`%${text.replace(/[\\%_]/g, "\\$&")}%`);
  const collation = /^[\0-\x7f]*$/.test(text) ? ' COLLATE "C"' : "";
  return (expression) => `${expression}${collation} ILIKE ${pattern}`;
}

/** The same as a pattern: letters of ASCII match no others. */
export function textPattern(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "i");
}
