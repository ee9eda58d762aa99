import { invalid } from "#src/http/problem.ts";

const maxNameLength = 200;
const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Trims a name. Throws Problem VALIDATION_FAILED when the rest is empty, too long or has a control character. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > maxNameLength || /\p{Cc}/u.test(name)) {
    throw invalid(`A name is 1 to ${maxNameLength} characters, without control characters.`);
  }
  return name;
}

/** Returns the given slug, or makes one from the name. Throws Problem VALIDATION_FAILED when it is not a valid slug. */
export function parseSlug(slug: string | undefined, name: string): string {
  const candidate = slug ?? slugOf(name);
  if (!slugPattern.test(candidate)) {
    throw invalid(
      slug === undefined
        ? `No slug can be made from the name ${JSON.stringify(name)}; give one.`
        : `${JSON.stringify(slug)} is no slug: 1 to 63 lower-case letters, digits and inner hyphens.`,
    );
  }
  return candidate;
}

function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replace(/^-|-$/g, "");
}

/** Lists the first twenty slugs, for a message. */
export function existing(slugs: readonly string[]): string {
  if (slugs.length === 0) return "none exists yet";
  const more = slugs.length > 20 ? ` and ${slugs.length - 20} more` : "";
  return `there are ${slugs.slice(0, 20).join(", ")}${more}`;
}
