/** Its own types describe the module for `require`. */
declare module "@jridgewell/resolve-uri" {
  /** Joins a path or URL to a base and leaves out `.` and `..` where that can be done. */
  export default function resolveUri(input: string, base: string | undefined): string;
}
