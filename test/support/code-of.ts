import { Problem } from "#src/http/problem.ts";

/** The code of the problem with which work is refused; `none` when it is done. Fails as the work does when that is no problem. */
export async function codeOf(work: Promise<unknown> | (() => unknown)): Promise<string> {
  try {
    await (typeof work === "function" ? work() : work);
    return "none";
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}
