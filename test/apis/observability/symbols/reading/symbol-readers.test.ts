import { execFileSync } from "node:child_process";
import { closeSync, constants, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  ReaderEndedError,
  type ReaderSource,
  UnreadableError,
} from "#src/apis/observability/symbols/reading/reader-process.ts";
import { SymbolReaders, type SymbolReadersOptions } from "#src/apis/observability/symbols/reading/symbol-readers.ts";
import { removeAbandonedFolders } from "#src/apis/observability/symbols/reading/working-folder.ts";
import { mostTextBytes } from "#src/apis/observability/symbols/text-limits.ts";
import type { Finding } from "#src/apis/observability/symbols/uploads/inspection/inspection.ts";
import { failureOf } from "#test/support/failure-of.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { otherProcess } from "#test/support/process.ts";
import { deepIt } from "#test/support/runs.ts";
import { until } from "#test/support/until.ts";
import { aLongMapping, digestOf } from "../uploads/symbol-server.ts";

const mebibyte = 1024 * 1024;

/** A map of more than 50 MiB as a build writes it, half of it sources. */
function largeMap(): Buffer {
  const sources = Array.from({ length: 6_000 }, (_, index) => `src/file${index}.ts`);
  const sourcesContent = sources.map((name) => `// ${name}\n`.repeat(300));
  const map = { version: 3, sources, sourcesContent, names: [], mappings: "AAAA,".repeat(4 * mebibyte) };
  return Buffer.from(JSON.stringify(map));
}

/** A pipe with a name, of which nothing ever comes: who reads it is in a call of the system's until its writer leaves. */
function endlessFile() {
  const path = join(temporaryFolder(), "endless");
  execFileSync("mkfifo", [path]);
  return {
    path,
    sha256: "",
    bytes: 1,
    /** Resolves when somebody reads it, with what lets go of it. */
    async isBeingRead(): Promise<() => void> {
      let writer = -1;
      await until(() => {
        try {
          writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
          return true;
        } catch {
          return false;
        }
      });
      return () => closeSync(writer);
    },
  };
}

describe("processes that read uploads", () => {
  const opened: SymbolReaders[] = [];
  const aReaders = (options?: SymbolReadersOptions) => {
    const readers = new SymbolReaders(options);
    opened.push(readers);
    return readers;
  };
  afterEach(() => Promise.all(opened.splice(0).map((readers) => readers.close())));

  const aMap = (bytes: Buffer) => {
    const path = join(temporaryFolder(), "bundle.js.map");
    writeFileSync(path, bytes);
    return { path, sha256: digestOf(bytes), bytes: bytes.length };
  };
  const inspected = (
    readers: SymbolReaders,
    { path, sha256, bytes }: { readonly path: string; readonly sha256: string; readonly bytes: number },
    { projectId = "project", signal }: { projectId?: string; signal?: AbortSignal } = {},
  ): Promise<Finding> =>
    readers.inspecting({ kind: "text", projectId, bytes, ...(signal !== undefined && { signal }) }, (inspect) =>
      inspect({ kind: "artifact", format: "source-map", path, sha256 }),
    );
  const good = () => aMap(Buffer.from('{"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA"}'));
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0);
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    } catch {
      return false;
    }
  };

  it("read what fits, and end by themselves what takes more memory than they may have", async () => {
    const readers = aReaders({ limits: { memoryMiB: 144 } });
    expect(await inspected(readers, good())).to.deep.equal({ kind: "readable" });
    const error = await failureOf(inspected(readers, aMap(largeMap())));
    expect(error).to.be.instanceOf(UnreadableError);
    expect(String(error)).to.contain("It took more than 144 MiB of memory");
    expect(await inspected(readers, good())).to.deep.equal({ kind: "readable" });
  });

  it("count buffers as memory, which V8's limit of the heap does not", async () => {
    const { path, sha256, bytes } = aMap(Buffer.alloc(200 * mebibyte, "a"));
    const readers = aReaders({ limits: { memoryMiB: 160 } });
    const reading = readers.inspecting({ kind: "text", projectId: "project", bytes }, (inspect) =>
      inspect({ kind: "artifact", format: "mapping", path, sha256 }),
    );
    expect(String(await failureOf(reading))).to.contain("It took more than 160 MiB of memory");
  });

  deepIt("read a map of 60 MiB as a build writes it", async () => {
    const file = aMap(largeMap());
    expect(file.bytes / mebibyte).to.be.within(50, 64);
    expect(await inspected(aReaders(), file)).to.deep.equal({ kind: "readable" });
  });

  deepIt("read a stack by the largest map of all, whose places are in no order", async () => {
    const path = join(temporaryFolder(), "bundle.js.map");
    const head = '{"version":3,"sources":["basket.ts"],"names":[],"mappings":"';
    const bytes = Buffer.alloc(mostTextBytes.sourceMap, "CAAA,DAAA,");
    bytes.write(head);
    // Segments that were cut off at both ends are left out.
    bytes.fill(",", head.length, 10 * Math.ceil(head.length / 10));
    bytes.fill(",", 10 * Math.floor(bytes.length / 10) - 10);
    bytes.write('"}', bytes.length - 2);
    writeFileSync(path, bytes);
    const source: ReaderSource = {
      find: async () => ({ objectKey: "map", size: bytes.length }),
      read: () => expect.fail("is too much for a message"),
      copy: async () => path,
    };
    const stacktrace = { frames: [{ filename: "main.js", function: "a", lineno: 1, colno: 2 }] };
    const payloadJson = JSON.stringify({ exception: { type: "E", value: "no", stacktrace } });
    const about = { source: "browser", platform: "web", release: "web@1", level: 50, message: null } as const;
    const subject = { kind: "event", ...about, payloadJson } as const;
    const form = await aReaders().symbolicate("project", subject, source);
    expect(form?.status).to.equal("complete");
    expect(form?.text).to.contain("basket.ts");
    expect(existsSync(path)).to.equal(false);
  });

  /** A stack as text that a mapping of more than a mebibyte retraces, which comes as a file. */
  const retracedBy = (readers: SymbolReaders, copy: ReaderSource["copy"]) => {
    const attributes = [{ key: "exception.stacktrace", value: { stringValue: "b\n\tat a.a(SourceFile:1)" } }];
    const resource = { "service.version": "shop@1", "telemetry.sdk.language": "android" };
    const source: ReaderSource = {
      find: async () => ({ objectKey: "mapping", size: 2 * mebibyte }),
      read: () => expect.fail("is too much for a message"),
      copy,
    };
    const subject = {
      kind: "log",
      attributesJson: JSON.stringify(attributes),
      resourceJson: JSON.stringify(
        Object.entries(resource).map(([key, stringValue]) => ({ key, value: { stringValue } })),
      ),
    } as const;
    return readers.symbolicate("project", subject, source);
  };
  const aMapping = async () => {
    const path = join(temporaryFolder(), "mapping.txt");
    writeFileSync(
      path,
      `com.shop.Cart -> a:\n    1:1:void open():10:10 -> a\n${`${"#".repeat(63)}\n`.repeat(mebibyte / 32)}`,
    );
    return path;
  };

  it("read symbols again with which stacks failed for another reason than time and memory", async () => {
    const readers = aReaders();
    const gone = async () => {
      throw new UnreadableError("Symbols were replaced while they were read.");
    };
    for (let failures = 0; failures < 3; failures++)
      expect(String(await failureOf(retracedBy(readers, gone)))).to.contain("Symbols were replaced");
    expect((await retracedBy(readers, aMapping))?.text).to.contain("at com.shop.Cart.open(Cart.java:10)");
  });

  it("do not read symbols again with which two stacks took too much time", async () => {
    const readers = aReaders({ limits: { cpuMs: 150, memoryMiB: 384 } });
    const bytes = aLongMapping(300_000);
    const long = async () => {
      const path = join(temporaryFolder(), "mapping.txt");
      writeFileSync(path, bytes);
      return path;
    };
    for (let failures = 0; failures < 2; failures++)
      expect(String(await failureOf(retracedBy(readers, long)))).to.contain("It took more than 150 ms of CPU time");
    const refused = "Its symbols took too long or too much memory before.";
    expect(String(await failureOf(retracedBy(readers, aMapping)))).to.contain(refused);
  });

  it("end by themselves what takes more CPU time than it may", async () => {
    const error = await failureOf(inspected(aReaders({ limits: { cpuMs: 100 } }), aMap(largeMap())));
    expect(error).to.be.instanceOf(UnreadableError).and.include({ exceedsLimits: true });
    expect(String(error)).to.contain("It took more than 100 ms of CPU time");
  });

  it("count no time in which they do not run", async () => {
    const cpuMs = 500;
    const endless = endlessFile();
    const reading = inspected(aReaders({ limits: { cpuMs } }), endless);
    const stopWriting = await endless.isBeingRead();
    const since = performance.now();
    await until(() => performance.now() - since > cpuMs);
    stopWriting();
    expect(await reading).to.deep.equal({ kind: "other-bytes" });
  });

  it("are ended where they neither work nor end, which says nothing of the file", async () => {
    const late = await failureOf(inspected(aReaders({ limits: { patienceMs: 500 } }), endlessFile()));
    expect(late).to.be.instanceOf(ReaderEndedError);
    expect(String(late)).to.contain("had no end within 500 ms");
  });

  it("end when what they were started for is over", async () => {
    const controller = new AbortController();
    const endless = endlessFile();
    const aborted = failureOf(inspected(aReaders(), endless, { signal: controller.signal }));
    const stopWriting = await endless.isBeingRead();
    controller.abort(new Error("stopping"));
    expect(String(await aborted)).to.contain("stopping");
    stopWriting();
  });

  it("leave no rejection unhandled when the signal was aborted before they were asked", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    const { path, sha256, bytes } = good();
    const leaving = new AbortController();
    const asked = { kind: "text", projectId: "project", bytes, signal: leaving.signal } as const;
    const reading = aReaders().inspecting(asked, async (inspect) => {
      // In a turn that was had before, as while an upload is copied.
      leaving.abort(new Error("left"));
      return await inspect({ kind: "artifact", format: "source-map", path, sha256 });
    });
    expect(String(await failureOf(reading))).to.equal("Error: left");
    // Node tells of unhandled rejections before the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled).to.deep.equal([]);
  });

  it("say that it was not the file when they are killed", async () => {
    const readers = aReaders();
    const endless = endlessFile();
    const reading = failureOf(inspected(readers, endless));
    const stopWriting = await endless.isBeingRead();
    process.kill(readers.pids[0] ?? 0, "SIGKILL");
    expect(await reading).to.be.instanceOf(ReaderEndedError);
    stopWriting();
    expect(await inspected(readers, good())).to.deep.equal({ kind: "readable" });
  });

  it("go on for others while a project has one at work, and read one file of a project at a time", async () => {
    const readers = aReaders();
    const hold = Promise.withResolvers<void>();
    const begun: string[] = [];
    const held = (projectId: string, bytes: number) =>
      readers.inspecting({ kind: "text", projectId, bytes }, async () => {
        begun.push(projectId);
        await hold.promise;
      });
    const holding = [held("first", 60 * mebibyte), held("first", 1), held("second", 60 * mebibyte)];
    expect(await inspected(readers, good(), { projectId: "third" })).to.deep.equal({ kind: "readable" });
    expect(begun).to.deep.equal(["first"]);
    hold.resolve();
    await Promise.all(holding);
    expect(begun).to.have.members(["first", "first", "second"]);
  });

  it("end with the process that started them, also in the middle of a call, and its folder is removed", async () => {
    const endless = endlessFile();
    const parent = otherProcess(
      `import { SymbolReaders } from "#src/apis/observability/symbols/reading/symbol-readers.ts";
       import { withFolder } from "#src/apis/observability/symbols/reading/working-folder.ts";
       const readers = new SymbolReaders();
       const upload = { kind: "text", projectId: "project", bytes: 1 };
       await readers.inspecting(upload, (inspect) => withFolder(async (lend) => {
         say(await lend());
         setTimeout(() => say(String(readers.pids[0])), 1);
         await inspect({ kind: "artifact", format: "source-map", path: process.argv[2], sha256: "" });
       }));`,
      endless.path,
    );
    const folder = await parent.line();
    const stopWriting = await endless.isBeingRead();
    const pid = Number(await parent.line());
    expect([existsSync(folder), isAlive(pid)]).to.deep.equal([true, true]);
    await removeAbandonedFolders();
    expect(existsSync(folder), "of a living process").to.equal(true);
    await parent.kill("SIGKILL");
    await until(() => !isAlive(pid));
    stopWriting();
    await removeAbandonedFolders();
    expect(existsSync(folder)).to.equal(false);
  });
});
