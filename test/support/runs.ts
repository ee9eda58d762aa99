/** Whether this is `npm run test:deep`. */
export const isDeep = process.env.TEST_DEEP === "1";

/** Which share of its cases a property is tried with; `TEST_CASES=1 npm run test:deep` tries all of them. Seeds are new in each run. */
const share = isDeep ? Number(process.env.TEST_CASES ?? 0.3) : 0.1;

/** With how many cases a property is tried: a tenth of all, three tenths in a deep run, at least 10. */
export function runs(all: number): number {
  return Math.min(all, Math.max(10, Math.ceil(all * share)));
}

/** How many of so many long rounds that do the same are gone through: as large a share, at least one. */
export function rounds(all: number): number {
  return Math.max(1, Math.ceil(all * share));
}

/** How many do something at once: a quarter of so many, all of them in a deep run. */
export function crowdOf(all: number): number {
  return isDeep ? all : Math.ceil(all / 4);
}

/** What a deep run of everything leaves out of other files: tests that would do there what `npm test` has them do. */
const isSameInDeepRuns = ({ file, body }: Mocha.Test): boolean =>
  file?.endsWith(".deep.ts") !== true &&
  !/\bfc\.|\bruns\(|\bisDeep\b|\bperOperation\b|\bcrowd(?:Of)?\b/.test(body) &&
  !deepOnes.has(body);

const deepOnes = new Set<string>();

/** A test of deep runs alone, which takes long, in a file whose other tests do not. */
export function deepIt(title: string, test: Mocha.Func): void {
  if (!isDeep) return;
  it(title, test);
  deepOnes.add(test.toString());
}

/** Removes what a deep run of everything does not have to repeat. Fails where nothing would be left of a file. */
export function leaveOutWhatIsTheSame(root: Mocha.Suite): void {
  const file = root.suites[0]?.file ?? "";
  const leaveOut = (suite: Mocha.Suite): void => {
    suite.tests = suite.tests.filter((test) => !isSameInDeepRuns(test));
    suite.suites.forEach(leaveOut);
  };
  leaveOut(root);
  if (root.total() === 0) throw new Error(`Nothing in ${file} is deeper in deep runs, though it looks so.`);
}
