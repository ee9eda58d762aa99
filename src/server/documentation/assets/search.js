// Finds pages, sections and operations. Matches prefixes of words, misspelt words, and synonyms.

/** Synonyms: a search for one word of a row also finds the others. */
const sameThings = [
  ["pagination", "paging", "paginate", "pages", "cursor"],
  ["retry", "retries", "retrying", "repeat", "repeating", "idempotency", "idempotent", "duplicate"],
  ["refund", "refunds", "reversal", "returned", "chargeback"],
  ["webhook", "webhooks", "callback", "callbacks", "hook", "notification", "notifications"],
  ["authentication", "auth", "login", "signin", "credentials", "keys"],
  ["error", "errors", "problem", "problems", "failure", "exception"],
  ["limits", "limit", "quota", "quotas", "throttling", "throttle", "rate"],
  ["client", "clients", "sdk", "sdks", "library"],
  ["symbols", "sourcemap", "sourcemaps", "minified", "dsym", "proguard", "deobfuscate"],
  ["upload", "uploads", "attachment", "attachments", "file", "files"],
  ["production", "live", "launch", "deployment", "deploy", "hosting"],
  ["changes", "changelog", "releases"],
  ["payment", "payments", "pay", "charge", "checkout"],
  ["transfer", "transfers", "payout", "payouts"],
  ["signature", "hmac", "verify", "verification"],
  ["settings", "configuration", "config", "environment"],
  ["backup", "backups", "restore", "dump"],
  ["openapi", "swagger", "specification"],
];

const synonyms = new Map(sameThings.flatMap((row) => row.map((word) => [word, row])));

/** How many letters of a word may be wrong, missing or extra. None in short words, which resemble too many others. */
const lettersWrong = ({ length }) => (length > 8 ? 2 : length > 4 && 1);

const wordsOf = (text) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Indexes `entries` and returns a search function: query to matching entries, best first. `MiniSearch` is the class of that library. */
export function finder(MiniSearch, entries) {
  const index = new MiniSearch({
    fields: ["title", "also", "name", "where", "text"],
    // Singular and plural are the same word.
    processTerm: (word) => word.toLowerCase().replace(/(?<=..)(?<!s)s$/, ""),
    storeFields: ["title", "name", "where", "address", "weight"],
    searchOptions: {
      boost: { title: 5, also: 3, name: 4, where: 2 },
      prefix: ({ length }) => length > 1,
      fuzzy: lettersWrong,
      weights: { prefix: 0.6, fuzzy: 0.2 },
    },
  });
  const also = (title) =>
    wordsOf(title)
      .flatMap((word) => synonyms.get(word) ?? [])
      .join(" ");
  index.addAll(entries.map((entry, id) => ({ ...entry, id, also: also(entry.title) })));

  return (question) => {
    const asked = question.toLowerCase().trim();
    if (wordsOf(asked).length === 0) return [];
    const boostDocument = (_, __, entry) => entry.weight * (isCalled(entry, asked) ? 8 : 1);
    const all = index.search(asked, { combineWith: "AND", boostDocument });
    return all.length > 0 ? all : index.search(asked, { fuzzy: false, boostDocument });
  };
}

/** Whether the query is exactly the entry's title, name, or the end of its place. */
function isCalled({ title, name = "", where }, asked) {
  return title.toLowerCase() === asked || name.toLowerCase() === asked || where.toLowerCase().endsWith(` ${asked}`);
}
