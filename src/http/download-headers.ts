/** The headers of files that strangers have written. */
import { attachment } from "./file-name.ts";

/**
 * The body is a file to save, whatever its media type: no browser guesses another type, runs it where our pages run, or
 * keeps it for the next person at the screen. A file without a usable name is saved as `fallback`.
 */
export function downloadHeaders(filename: string, fallback: string): Readonly<Record<string, string>> {
  return {
    "Content-Disposition": attachment(filename, fallback),
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, no-store",
  };
}
