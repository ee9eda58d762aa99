/** With how many cases a property is tried: all of them where TEST_DEEP is 1, else a tenth, at least 10. */
export function runs(all: number): number {
  return process.env.TEST_DEEP === "1" ? all : Math.min(all, Math.max(10, Math.ceil(all / 10)));
}
