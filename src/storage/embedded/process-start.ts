import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The start time of a process, in a form that can only be compared; undefined when there is no such process. */
export function processStartedAt(pid: number): string | undefined {
  if (process.platform !== "linux") {
    const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return stdout?.trim().replaceAll(/\s+/g, "-") || undefined;
  }
  try {
    // Field 22 of proc_pid_stat(5): start time in clock ticks since boot. Field 2 is a name, which may contain spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const [state, ...rest] = fields.slice(fields.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? undefined : `${boot}-${rest[18]}`;
  } catch {
    return undefined;
  }
}
