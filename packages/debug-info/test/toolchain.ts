/** A C++ program of some size, compiled where the test runs, and llvm-symbolizer to hold our answers against. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const mostOutput = 1024 ** 3;

/** On Debian; others by these variables. */
export const compiler = process.env.CXX || "g++";
export const symbolizer = process.env.LLVM_SYMBOLIZER || "llvm-symbolizer";

/** Throws an error that says which package has what is missing. */
export async function needsToolchain(): Promise<void> {
  for (const [program, name, variable] of [
    [compiler, "g++", "CXX"],
    [symbolizer, "llvm", "LLVM_SYMBOLIZER"],
  ] as const) {
    await run(program, ["--version"]).catch((cause: unknown) => {
      throw new Error(`${program} is missing: apt-get install --no-install-recommends ${name}, or set ${variable}`, {
        cause,
      });
    });
  }
}

export interface ProgramSize {
  /** Files that are compiled one by one. */
  readonly units: number;
  /** Types in each, for which the standard library's templates are compiled: about half a megabyte and two seconds for each. */
  readonly types: number;
}

/** Compiles a program with `-O2 -g` into the folder: its object files, one for each unit. */
export async function compileObjects(folder: string, { units, types }: ProgramSize): Promise<string[]> {
  const sources = Array.from({ length: units }, (_, unit) => [`unit${unit}`, unitSource(unit, types)] as const);
  const waiting = [...sources, ["main", mainSource(units)] as const];
  const objects: string[] = [];
  const compileNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, source] = next;
      writeFileSync(join(folder, `${name}.cpp`), source);
      await run(compiler, ["-O2", "-g", "-c", `${name}.cpp`, "-o", `${name}.o`], { cwd: folder });
      objects.push(join(folder, `${name}.o`));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compileNext));
  return objects;
}

/** An object may be given many times, which makes the program larger: the first definition of each function is called. */
export async function link(folder: string, objects: readonly string[]): Promise<string> {
  const program = join(folder, "program");
  await run(compiler, [...objects, "-Wl,--allow-multiple-definition", "-Wl,--build-id=sha1", "-o", program], {
    cwd: folder,
    maxBuffer: mostOutput,
  });
  return program;
}

export interface LlvmFrame {
  readonly FunctionName: string;
  readonly FileName: string;
  readonly Line: number;
}

/** What llvm-symbolizer says of addresses of a file, the innermost frame first. */
export async function askSymbolizer(program: string, addresses: readonly number[]): Promise<LlvmFrame[][]> {
  const asking = run(symbolizer, ["--no-demangle", "--output-style=JSON", `--obj=${program}`], {
    maxBuffer: mostOutput,
  });
  asking.child.stdin?.end(addresses.map((address) => `0x${address.toString(16)}\n`).join(""));
  const { stdout } = await asking;
  return stdout
    .trim()
    .split("\n")
    .map((line) => {
      const { Symbol: frames = [] } = JSON.parse(line) as { readonly Symbol?: readonly LlvmFrame[] };
      return frames.filter(({ FunctionName, FileName }) => FunctionName !== "" || FileName !== "");
    });
}

const headers = `#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>
`;

function unitSource(unit: number, types: number): string {
  const numbers = Array.from({ length: types }, (_, type) => type);
  return `${headers}
namespace unit${unit} {
${numbers.map(typeSource).join("\n")}
int run(const std::string& text, int n) {
  int sum = 0;
  std::regex words("[a-z]+(${unit})?x*");
  for (std::sregex_iterator it(text.begin(), text.end(), words), end; it != end; ++it) sum += static_cast<int>(it->length());
${numbers.map((type) => `  sum += shop${type}(text, n + ${type});`).join("\n")}
  return sum;
}
}
`;
}

/** Containers of a type of its own, lambdas, recursion through a function object, and everything that is inlined with them. */
function typeSource(type: number): string {
  return `struct Item${type} {
  std::string name;
  int price = ${type};
  std::vector<int> parts;
  bool operator<(const Item${type}& other) const { return price != other.price ? price < other.price : name < other.name; }
  int total() const { return std::accumulate(parts.begin(), parts.end(), price); }
};
static int shop${type}(const std::string& text, int n) {
  std::map<std::string, Item${type}> stock;
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    auto& item = stock[word];
    item.name = word;
    item.parts.push_back(n + static_cast<int>(word.size()) * ${type + 1});
  }
  std::vector<Item${type}> sorted;
  for (auto& [name, item] : stock) sorted.push_back(item);
  std::stable_sort(sorted.begin(), sorted.end(), [n](const Item${type}& a, const Item${type}& b) {
    return a.total() % (n + ${type + 2}) < b.total() % (n + ${type + 2});
  });
  std::unordered_map<int, std::unique_ptr<Item${type}>> byTotal;
  for (auto& item : sorted) byTotal.emplace(item.total(), std::make_unique<Item${type}>(item));
  std::variant<int, std::string, Item${type}> last = n;
  if (!sorted.empty()) last = sorted.back();
  std::function<int(int)> step = [&](int depth) {
    if (depth <= 0) return static_cast<int>(byTotal.size());
    return step(depth - 1) + std::visit([](auto& one) { return static_cast<int>(sizeof one); }, last);
  };
  std::set<Item${type}> unique(sorted.begin(), sorted.end());
  return step(n % 5) + static_cast<int>(unique.size());
}`;
}

function mainSource(units: number): string {
  const numbers = Array.from({ length: units }, (_, unit) => unit);
  return `#include <cstdio>
#include <string>
${numbers.map((unit) => `namespace unit${unit} { int run(const std::string&, int); }`).join("\n")}
int main(int argc, char** argv) {
  std::string text = argc > 1 ? argv[1] : "a b c";
  int sum = 0;
${numbers.map((unit) => `  sum += unit${unit}::run(text, argc + ${unit});`).join("\n")}
  std::printf("%d\\n", sum);
}
`;
}
