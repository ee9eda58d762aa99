/** Makes untrusted file names safe to save under. */

/** Longest name in UTF-8, which every file system accepts (bytes). */
const longestName = 150;
const longestExtension = 16;

/** Invisible characters: control and format characters, which can reverse the direction of text, and lone surrogates. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
/** Characters that some systems do not allow in names; and `%`, because some programs decode names twice (RFC 6266, appendix D). */
const forbidden = /[<>:"|?*%]/g;
/** Names of Windows devices, which are reserved with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)$/i;

/**
 * Makes a name safe: without folders, and without meaning to any operating system. Null when nothing is left. The name is first normalised to NFKC,
 * because some systems turn a full-width slash into a slash.
 */
export function safeFileName(name: string): string | null {
  const plain = name.replace(invisible, "").normalize("NFKC").replace(invisible, "");
  const [last = ""] = plain.split(/[/\\]/).slice(-1);
  const tidy = trimmed(last.replace(forbidden, "_").replace(/\s+/g, " "));
  if (tidy === "") return null;
  const [first = ""] = tidy.split(".");
  const { stem, extension } = parts(device.test(first.trim()) ? `_${tidy}` : tidy);
  return trimmed(cut(stem, longestName - extension.length) + extension);
}

/** Removes dots and hyphens: a leading dot hides a file, a leading hyphen looks like an option, and Windows drops trailing dots. */
function trimmed(name: string): string {
  return name.replace(/^[.\s~-]+/, "").replace(/[.\s]+$/, "");
}

function parts(name: string): { readonly stem: string; readonly extension: string } {
  const [extension = ""] = /\.[A-Za-z0-9]+$/.exec(name) ?? [];
  return extension.length > longestExtension
    ? { stem: name, extension: "" }
    : { stem: name.slice(0, name.length - extension.length), extension };
}

/** Cuts a text to as many whole characters as fit in `bytes` of UTF-8. */
function cut(text: string, bytes: number): string {
  let left = bytes;
  let kept = "";
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    kept += character;
  }
  return kept;
}

/**
 * The Content-Disposition of a file that is saved and not shown (RFC 6266): the name in ASCII and, when that loses something, in UTF-8
 * (RFC 8187). `fallback` is used when the name has no usable characters.
 */
export function attachment(name: string, fallback: string): string {
  const substitute = safeFileName(fallback) ?? "document";
  const safe = safeFileName(name) ?? substitute;
  const ascii = asciiName(safe, substitute);
  const extended = ascii === safe ? "" : `; filename*=UTF-8''${extendedValue(safe)}`;
  return `attachment; filename="${ascii}"${extended}`;
}

/** The name in ASCII, with accents removed. `substitute` when nothing readable is left. */
function asciiName(safe: string, substitute: string): string {
  const { stem, extension } = parts(safe);
  const plain = stem
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]+/g, "_");
  const readable = /[A-Za-z0-9]/.test(plain) ? plain + extension : parts(substitute).stem + extension;
  return safeFileName(readable) ?? substitute;
}

/** Percent-encodes all but attr-char (RFC 8187, 3.2.1). */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
