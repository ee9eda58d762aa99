/** What generators say while they generate, and why they may. Anything else that is a warning or an error fails. */

interface Known {
  readonly says: RegExp;
  readonly why: string;
}

export const knownWarnings: readonly Known[] = [
  {
    says: /OpenAPI 3\.1 support is still in beta/,
    why: "It says so of every OpenAPI 3.1 document.",
  },
  {
    says: /Failed to get the schema name: null/,
    why: "It looks for the name of a schema that stands where it is used and has none.",
  },
  {
    says: /Ignoring complex example on request body/,
    why: "Java shows no examples of bodies in its comments.",
  },
  {
    says: /Could not compute datatypeWithEnum from (?:string|str|String), null/,
    why: "A list of texts in a query is a list of texts: there is no enumeration to compute.",
  },
  {
    says: /From \(reserved word\) cannot be used as model name/,
    why: "Python has a word `from`. The parameter keeps its name on the wire.",
  },
  {
    says: /Codegen property is null .* Default to typing\.Any/,
    why: "A value of several JSON types is Any in Python, as it is meant to be.",
  },
];

/** OpenAPI Generator says how grave each line is, and names many files after what they hold: errors, too. */
const isWarning = (line: string) =>
  /^\[\S+\] /.test(line)
    ? /^\[\S+\] (?:WARN|ERROR)/.test(line)
    : /\b(?:warn(?:ings?)?|errors?|exception)\b/i.test(line);

/** Lines of a generator's log that nobody has explained. */
export function unknownWarnings(log: string): string[] {
  return log
    .split("\n")
    .filter(isWarning)
    .filter((line) => !knownWarnings.some(({ says }) => says.test(line)));
}
