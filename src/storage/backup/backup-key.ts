/** The key of backups: a passphrase, public keys, which can only encrypt, or secret keys. */
export type BackupKey =
  | { readonly kind: "passphrase"; readonly passphrase: string }
  | { readonly kind: "recipients"; readonly recipients: readonly string[] }
  | { readonly kind: "identities"; readonly identities: readonly string[] };

const fewestPassphraseCharacters = 16;

/**
 * Parses ACCORD_BACKUP_KEY or a key file: lines of `age1…` or of `AGE-SECRET-KEY-…`, or a passphrase. Lines that begin with `#` are
 * comments, as age-keygen writes them. Undefined when the text is none of these.
 */
export function parseBackupKey(text: string): BackupKey | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const [first] = lines;
  if (first === undefined) return undefined;
  if (lines.every((line) => /^AGE-SECRET-KEY-[0-9A-Z-]+$/.test(line))) return { kind: "identities", identities: lines };
  if (lines.every((line) => /^age1[0-9a-z]+$/.test(line))) return { kind: "recipients", recipients: lines };
  if (lines.length > 1 || first.length < fewestPassphraseCharacters) return undefined;
  return { kind: "passphrase", passphrase: first };
}

/** The texts that `parseBackupKey` accepts, for error messages. */
export const backupKeyForm = `a passphrase of at least ${fewestPassphraseCharacters} characters, or keys of age (age1… or AGE-SECRET-KEY-…)`;
