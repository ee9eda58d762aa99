// SQL: a statement in the message of several that a flush sends.
/**
 * Stacks of a flush that may need symbols: rows that name them, in the flush's transaction. Symbolication gives each stack a row of its own when
 * its turn has come (symbols/symbolication/rows.ts), so that storing many errors costs no row for each.
 */
import { rowsOfLiterals, textsLiteral } from "#src/storage/literals.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { Tenant } from "../records.ts";
import type { SubjectKind } from "../symbols/symbolication/entity.ts";

/** Of one row. */
const mostSubjects = 500;

export class WaitingStacks {
  readonly #tenant: Tenant;
  readonly #receivedAt: number;
  readonly #subjects = new Map<SubjectKind, string[]>();

  /** `receivedAt` is that of the flush, in ms. */
  constructor(tenant: Tenant, receivedAt: number) {
    this.#tenant = tenant;
    this.#receivedAt = receivedAt;
  }

  get isEmpty(): boolean {
    return this.#subjects.size === 0;
  }

  /** `subject` names the row within its kind (symbols/symbolication/subjects.ts). */
  add(kind: SubjectKind, subject: string): void {
    const subjects = this.#subjects.get(kind);
    if (subjects === undefined) this.#subjects.set(kind, [subject]);
    else subjects.push(subject);
  }

  /** Statements that write the rows; none when there are no stacks. */
  get saving(): string[] {
    if (this.isEmpty) return [];
    const { projectId, environment } = this.#tenant;
    const receivedAt = new Date(this.#receivedAt);
    const rows = Array.from(this.#subjects, ([kind, subjects]) =>
      Array.from({ length: Math.ceil(subjects.length / mostSubjects) }, (_, at) => {
        const some = subjects.slice(at * mostSubjects, (at + 1) * mostSubjects);
        return [projectId, environment, receivedAt, risingId(), kind, textsLiteral(some)];
      }),
    ).flat();
    return [
      `INSERT INTO waiting_stacks (project_id, environment, received_at, id, kind, subjects) VALUES ${rowsOfLiterals(rows)}`,
    ];
  }
}
