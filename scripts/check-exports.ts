/** Finds what src and the packages export and only tests use, or nobody. A name counts as used where it stands anywhere else: words, not types. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const project = join(import.meta.dirname, "..");
/** Programs of their own, though they lie in test. */
const programs = ["test/chaos/**/*.ts", "test/fuzz/**/*.ts"];
const files = globSync(
  ["src/**/*.ts", "packages/*/src/**/*.ts", "scripts/**/*.ts", "bench/**/*.ts", "*.ts", ...programs],
  { cwd: project },
);
const code = new Map(files.map((file) => [file, withoutComments(readFileSync(join(project, file), "utf8"))]));

const uses = new Map<string, number>();
for (const text of code.values())
  for (const [word] of text.matchAll(/[\w$]+/g)) uses.set(word, (uses.get(word) ?? 0) + 1);

const exported = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) ([\w$]+)/gm;
for (const [file, text] of code) {
  if (!/^(src|packages\/[^/]+\/src)\//.test(file)) continue;
  for (const [, name = ""] of text.matchAll(exported)) {
    if ((uses.get(name) ?? 0) > 1) continue;
    console.error(`${file}: nothing but tests uses ${name}`);
    process.exitCode = 1;
  }
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
