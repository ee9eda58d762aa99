/** Whether this is `npm run test:deep`, where the build tries properties with all their cases. */
export const isDeep = process.env.TEST_DEEP === "1";

/** With how many cases a property is tried: all of them in a deep run, else a tenth, at least 10. */
export function runs(all: number): number {
  return isDeep ? all : Math.min(all, Math.max(10, Math.ceil(all / 10)));
}
