/** Which script a source map or a frame is of. */

/** Of the end of a path: whole names between slashes. */
const mostNames = 32;
/** Characters, as specs/observability has them. */
const longestScript = 500;

/** Where a script lies, without its host, query and fragment: `https://shop.example/assets/main.js?v=1` is `assets/main.js`. */
export function scriptPath(file: string): string {
  const [bare = ""] = file.replace(/^address at /, "").split(/[?#]/, 1);
  const names = bare
    .replace(/^[a-z][a-z0-9+.-]{0,30}:\/\/[^/]*/i, "")
    .replaceAll("\\", "/")
    .split("/")
    .filter((name) => !noNames.has(name));
  return names.slice(-mostNames).join("/");
}

const noNames: ReadonlySet<string> = new Set(["", ".", "..", "~"]);

/** The scripts that a file may be, by the end of its path, the longest first: `assets/main.js`, `main.js`. */
export function scriptsOf(file: string): string[] {
  const names = scriptPath(file).split("/");
  return names.map((_, index) => names.slice(index).join("/")).filter((path) => path.length <= longestScript);
}
