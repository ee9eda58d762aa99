/** What generators say while they generate, and why they may: a table of docs/guides/clients.md. Anything else that is a warning or an error fails. */
import { guideTable } from "./guide.ts";

/** Words that a line of a generator's log has, and how often it was met in this run. */
const known = new Map(guideTable("What a generator says").map(([says = ""]) => [says.replaceAll("`", ""), 0]));

/** OpenAPI Generator says how grave each line is, and names many files after what they hold: errors, too. */
const isWarning = (line: string) =>
  /^\[\S+\] /.test(line)
    ? /^\[\S+\] (?:WARN|ERROR)/.test(line)
    : /\b(?:warn(?:ings?)?|errors?|exception)\b/i.test(line);

/** Lines of a generator's log that nobody has explained; counts the others. */
export function unknownWarnings(log: string): string[] {
  return log
    .split("\n")
    .filter(isWarning)
    .filter((line) => {
      const found = [...known.keys()].find((words) => line.includes(words));
      if (found !== undefined) known.set(found, (known.get(found) ?? 0) + 1);
      return found === undefined;
    });
}

/** Every known warning, and how often generators have given it. */
export function metWarnings(): ReadonlyMap<string, number> {
  return known;
}
