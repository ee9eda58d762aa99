// Finds pages, their parts and operations: by the beginnings of words, past a slip of the keyboard, and under other usual names.

/** Each row is one thing. Whoever asks for one of its words means the others, too. */
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

/** Letters of a word that may be wrong, missing or too many: short words are too like others. */
const lettersWrong = ({ length }) => (length > 8 ? 2 : length > 4 && 1);

const wordsOf = (text) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** A function from a question to the entries that answer it, best first. `MiniSearch` is that library's class. */
export function finder(MiniSearch, entries) {
  const index = new MiniSearch({
    fields: ["title", "also", "name", "where", "text"],
    // One and many are the same word.
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

/** What is written exactly so is what was asked for. */
function isCalled({ title, name = "", where }, asked) {
  return title.toLowerCase() === asked || name.toLowerCase() === asked || where.toLowerCase().endsWith(` ${asked}`);
}
