/** Whether this is `npm run test:deep`, where the build tries properties with all their cases. */
export const isDeep = process.env.TEST_DEEP === "1";

/** With how many cases a property is tried: all of them in a deep run, else a tenth, at least 10. */
export function runs(all: number): number {
  return isDeep ? all : Math.min(all, Math.max(10, Math.ceil(all / 10)));
}

/** A test of deep runs alone, which takes long, in a file whose other tests do not. */
export function deepIt(title: string, test: Mocha.Func): void {
  if (isDeep) it(title, test);
}
