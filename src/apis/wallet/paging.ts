/** Pages by number, from 0, and periods of whole days in Lagos: how the lists of this API are asked for. */
import { startOfBusinessDay } from "./business-day.ts";
import { finding, invalidRequest } from "./findings.ts";
import type { Period, Range } from "./ledger/history.ts";

interface PageQuery {
  readonly page: string;
  readonly size: string;
}

export function rangeOf({ page, size }: PageQuery): Range {
  return { skip: Number(page) * Number(size), take: Number(size) };
}

export function pageInfo({ page, size }: PageQuery, total: number) {
  return {
    page: Number(page),
    size: Number(size),
    totalElements: total,
    totalPages: Math.ceil(total / Number(size)),
  };
}

/** Both days belong to the period. Throws Problem VALIDATION_FAILED where the last is before the first. */
export function periodOf({ startDate, endDate }: { readonly startDate?: string; readonly endDate?: string }): Period {
  if (startDate !== undefined && endDate !== undefined && endDate < startDate)
    throw invalidRequest([finding("endDate", "minimum", "must not be before startDate", "query")]);
  return {
    from: startDate === undefined ? null : startOfBusinessDay(startDate),
    until: endDate === undefined ? null : startOfBusinessDay(endDate, 1),
  };
}
