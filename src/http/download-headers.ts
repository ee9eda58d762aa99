/** The headers of files with untrusted content. */
import { attachment } from "./file-name.ts";

/**
 * Headers for a file that browsers save and never show, whatever its media type. Browsers do not guess its type, run it in our origin or
 * cache it. `fallback` is used when `filename` has no usable characters.
 */
export function downloadHeaders(filename: string, fallback: string): Readonly<Record<string, string>> {
  return {
    "Content-Disposition": attachment(filename, fallback),
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, no-store",
  };
}
