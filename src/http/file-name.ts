/** Names of files that strangers have chosen, made safe to save under. */

/** In UTF-8, so that every file system takes it (bytes). */
const longestName = 150;
const longestExtension = 16;

/**
 * Invisible characters, some of them harmful: control and format characters (which may reverse the direction of
 * writing), lone surrogates.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
/** Not allowed in names on some system; `%`, since some programs decode names a second time (RFC 6266, appendix D). */
const forbidden = /[<>:"|?*%]/g;
/** Devices on Windows, whatever their extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)$/i;

/**
 * A name without folders, that no system takes for anything else. Null when nothing is left of it. Compatibility forms go
 * first (NFKC), as some systems turn a full-width slash into a slash.
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

/** A name that begins with a dot is hidden, with a hyphen it may be taken for an option; Windows drops dots at the end. */
function trimmed(name: string): string {
  return name.replace(/^[.\s~-]+/, "").replace(/[.\s]+$/, "");
}

function parts(name: string): { readonly stem: string; readonly extension: string } {
  const [extension = ""] = /\.[A-Za-z0-9]+$/.exec(name) ?? [];
  return extension.length > longestExtension
    ? { stem: name, extension: "" }
    : { stem: name.slice(0, name.length - extension.length), extension };
}

/** As many whole characters as fit. */
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
 * The header of a file that is to be saved and not shown (RFC 6266): the name in ASCII, and in UTF-8 where that says more
 * (RFC 8187). Where nothing is left of the name, `fallback` is its name.
 */
export function attachment(name: string, fallback: string): string {
  const substitute = safeFileName(fallback) ?? "document";
  const safe = safeFileName(name) ?? substitute;
  const ascii = asciiName(safe, substitute);
  const extended = ascii === safe ? "" : `; filename*=UTF-8''${extendedValue(safe)}`;
  return `attachment; filename="${ascii}"${extended}`;
}

/** Letters lose their accents; a name of which nothing can be read becomes the substitute. */
function asciiName(safe: string, substitute: string): string {
  const { stem, extension } = parts(safe);
  const plain = stem
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]+/g, "_");
  const readable = /[A-Za-z0-9]/.test(plain) ? plain + extension : parts(substitute).stem + extension;
  return safeFileName(readable) ?? substitute;
}

/** Percent-encoded but for attr-char (RFC 8187, 3.2.1). */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
