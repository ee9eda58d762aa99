/** Web vitals as pages send them, validated, to records. */
import type { Schemas } from "#generated/observability/contract.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { VitalRecord } from "./records.ts";
import { otherUrl } from "./store/vitals-table.ts";

/** Those of the contract; the library also measures FCP. */
const vitals = new Set<string>(["LCP", "CLS", "INP", "FID", "TTFB"]);
const ratings = new Set<string>(["good", "needs-improvement", "poor"]);
/** Bytes of an address without query and fragment: an index entry must fit into 2,704. */
const maxUrlBytes = 1_024;

/** Null for a vital that is none of the contract's five. One without an id gets one. */
export function vitalRecord({ name, value, url, rating, id }: Schemas["WebVital"]): VitalRecord | null {
  if (!vitals.has(name)) return null;
  return {
    name: `rum.${name.toLowerCase()}`,
    vitalId: id?.toWellFormed() ?? risingId(),
    value,
    url: url === undefined ? "" : pageAddress(url),
    rating: rating === undefined || rating === "" ? "" : ratings.has(rating) ? rating : "other",
  };
}

/** The address without what differs for each visitor: query, fragment, and a name and password. */
function pageAddress(text: string): string {
  const given = text.trim().replace(/[?#].*$/s, "");
  const page = URL.canParse(given) ? withoutCredentials(new URL(given)) : given.toWellFormed();
  return Buffer.byteLength(page) > maxUrlBytes ? otherUrl : page;
}

function withoutCredentials(url: URL): string {
  url.username = "";
  url.password = "";
  return url.href;
}
