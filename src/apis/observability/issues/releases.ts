/** Which of two releases came first, as far as their names tell. */

/** `shop@4.2.0+build`, `v4.2.0` and `4.2.0-rc.1` alike. */
const version = /^(?:.*@)?v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:-([\w.-]+))?(?:\+.*)?$/;

/** Negative when the first is older; null where the names do not tell. Precedence is that of Semantic Versioning 2.0.0. */
export function compareReleases(one: string, other: string): number | null {
  const [a, b] = [version.exec(one.slice(0, 200)), version.exec(other.slice(0, 200))];
  if (a === null || b === null || productOf(one) !== productOf(other)) return null;
  for (let part = 1; part <= 3; part++) {
    const difference = Number(a[part] ?? 0) - Number(b[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePrereleases(a[4], b[4]);
}

function productOf(release: string): string {
  return release.slice(0, release.lastIndexOf("@") + 1);
}

/** One without a pre-release is the later. */
function comparePrereleases(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const [a, b] = [one.split("."), other.split(".")];
  for (const [index, part] of a.entries()) {
    const against = b[index];
    if (against === undefined) return 1;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(part), /^\d+$/.test(against)];
    if (isNumber && isOtherNumber && Number(part) !== Number(against)) return Number(part) - Number(against);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    if (!isNumber && part !== against) return part < against ? -1 : 1;
  }
  return a.length - b.length;
}

/**
 * Whether an event of a release says that what was corrected in another has come back. Where the names do not tell which is older, only
 * releases that the issue was seen in before are.
 */
export function regressesIn(release: string, resolvedIn: string, seenBefore: readonly string[]): boolean {
  if (release === resolvedIn) return true;
  const difference = compareReleases(release, resolvedIn);
  return difference === null ? !seenBefore.includes(release) : difference > 0;
}
