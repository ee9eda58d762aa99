/**
 * The way in. Runs on whatever Node (18 or later) the machine has, installs the packages when they are missing or
 * older than package-lock.json, and hands over to the pinned Node 24 that is one of them.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const stamp = join(modules, ".cache", "accord", "installed");
const pinnedNode = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/** Script of package.json → what the pinned Node runs. Paths are relative to the project. */
const commands = {
  start: ["src/cli.ts", "start"],
  accord: ["src/cli.ts"],
  generate: ["scripts/generate.ts"],
  new: ["scripts/new.ts"],
  check: ["scripts/check.ts"],
  test: ["node_modules/mocha/bin/mocha.js"],
  "test:deep": ["node_modules/mocha/bin/mocha.js", "--config=test/deep.mocharc.cjs"],
  "test:steady": ["scripts/steady.ts"],
  format: ["node_modules/@biomejs/biome/bin/biome", "check", "--write"],
  bench: ["bench/index.ts"],
  chaos: ["test/chaos/index.ts"],
  cluster: ["test/cluster/index.ts"],
  fuzz: ["test/fuzz/index.ts"],
  clients: ["scripts/clients.ts"],
  judges: ["scripts/judges.ts"],
  typeorm: ["node_modules/typeorm/cli.js", "-d", "ormconfig.ts"],
};

/**
 * Memory that a burst of requests takes and the process would keep: V8's for new objects, of which it takes 134 MB by itself,
 * and glibc's for buffers of 1 to 32 MiB, which are given back at once when each is a mapping of its own. As in the Dockerfile.
 */
const memory = { flags: ["--max-semi-space-size=32"], environment: { MALLOC_MMAP_THRESHOLD_: "1048576" } };

const [name = "", ...args] = process.argv.slice(2);
if (!Object.hasOwn(commands, name)) fail(`Unknown command "${name}". One of: ${Object.keys(commands).join(", ")}.`);
if (!isInstalled()) await install();
run(commands[name], args);

function isInstalled() {
  const expected = lockHash();
  if (read(stamp) === expected && existsSync(pinnedNode)) return true;
  if (!matchesLock() || !existsSync(pinnedNode)) return false;
  writeStamp(expected);
  return true;
}

/** Another platform's node_modules (a copied project, a mounted volume) does not count as installed. */
function lockHash() {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}\n`);
  return hash.update(readFileSync(join(root, "package-lock.json"))).digest("hex");
}

/** Whether someone installed these very versions by hand: npm notes what it installed in a lockfile of its own. */
function matchesLock() {
  const installed = parse(read(join(modules, ".package-lock.json")));
  const wanted = parse(read(join(root, "package-lock.json")));
  if (installed === undefined || wanted === undefined) return false;
  return Object.entries(wanted.packages).every(([path, { version, optional }]) => {
    const found = installed.packages[path];
    return path === "" || (found === undefined ? optional === true : found.version === version);
  });
}

async function install() {
  process.stderr.write("Installing packages (this happens once) …\n");
  const flags = ["ci", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  const npm = process.env.npm_execpath ?? "";
  const options = { cwd: root, stdio: ["ignore", "ignore", "inherit"] };
  const child = npm.endsWith("npm-cli.js")
    ? spawn(process.execPath, [npm, ...flags], options)
    : spawn("npm", flags, { ...options, shell: process.platform === "win32" });
  passSignals(child);
  const [code, signal] = await once(child, "exit").catch(({ message }) =>
    fail(`npm could not be started (${message}). Install npm 10 or later and try again.`),
  );
  if (signal !== null) process.exit(128 + constants.signals[signal]);
  if (code !== 0) fail("The packages could not be installed; npm's reason stands above.");
  if (!existsSync(pinnedNode)) {
    fail("npm installed the packages without running their install scripts. Run: npm rebuild --ignore-scripts=false");
  }
  writeStamp(lockHash());
}

function run([entry, ...fixed], more) {
  const inProject = !["start", "accord"].includes(name);
  const paths = name === "format" && more.length === 0 ? [root] : more;
  const child = spawn(pinnedNode, [...memory.flags, join(root, entry), ...fixed, ...paths], {
    cwd: inProject ? root : process.cwd(),
    stdio: "inherit",
    env: { ...memory.environment, NODE_COMPILE_CACHE: join(modules, ".cache", "accord", "compiled"), ...process.env },
  });
  passSignals(child);
  child.on("error", (error) => fail(`The pinned Node could not be started (${error.message}). Run: npm ci`));
  child.on("exit", (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}

/** The latest child gets the signals that we get. */
function passSignals(child) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      // The terminal has already sent Ctrl-C to the whole group; a second one would mean "do not wait".
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
}

function writeStamp(hash) {
  try {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
  } catch {
    // A read-only installation: the versions are compared at each start instead.
  }
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
