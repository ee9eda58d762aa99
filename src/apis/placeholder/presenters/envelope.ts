/** The envelope that every body of this API is in. */
import type { ProblemPresenter } from "#src/contract/api.ts";
import type { NumberedPage } from "#src/http/numbered-page.ts";
import type { ProblemCode } from "#src/http/problem.ts";

export function success<T>(message: string, data: T) {
  return { success: true as const, message, data };
}

/** A page under `data`. */
export function presentPage<Row, Item>({ items, page, size, total }: NumberedPage<Row>, present: (row: Row) => Item) {
  return { items: items.map(present), page, limit: size, total };
}

/** `1 order`, `2 orders`. */
export function counted(total: number, noun: string): string {
  return `${total} ${noun}${total === 1 ? "" : "s"}`;
}

/** Where the catalogue's text speaks of members that this envelope calls otherwise. */
const ownWords: Partial<Record<ProblemCode, string>> = {
  VALIDATION_FAILED: "The request does not match the contract; errors lists every finding.",
  INTERNAL_ERROR: "Something went wrong on our side. Quote the X-Request-Id when you report it.",
};

export const presentFailure: ProblemPresenter = ({ status, code, detail, fieldErrors, headers }) => {
  const failure = { success: false, message: ownWords[code] ?? detail, code, errors: fieldErrors };
  return { status, type: "application/json", payload: JSON.stringify(failure), headers, checked: failure };
};
