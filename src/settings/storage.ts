/** Settings of storage: where records and files are kept, and the keys that encrypt them. */
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { backupKeyForm, parseBackupKey } from "#src/storage/backup/backup-key.ts";
import { database, key, optional, plain, type Setting, text, url, word } from "./setting.ts";

const projectFolder = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const storageSettings = {
  dataDir: {
    ...plain("ACCORD_DATA_DIR", "Where the embedded database, files and demo secrets live", "a folder"),
    fallback: () => join(projectFolder, ".accord"),
    shown: ".accord in the project folder",
    read: (given: string) => (given.includes("\0") ? undefined : isAbsolute(given) ? given : resolve(given)),
  },
  databaseUrl: database(
    "ACCORD_DATABASE_URL",
    "A PostgreSQL 16 or later to use instead of the embedded one",
    "the embedded PostgreSQL",
  ),
  workDatabaseUrl: database(
    "ACCORD_WORK_DATABASE_URL",
    "The login of `accord work` at the same database",
    "ACCORD_DATABASE_URL",
  ),
  migrateDatabaseUrl: database(
    "ACCORD_MIGRATE_DATABASE_URL",
    "The login that owns the tables, for `accord migrate` and the other commands of operators",
    "ACCORD_DATABASE_URL",
  ),
  s3Endpoint: optional(
    "ACCORD_S3_ENDPOINT",
    "An S3-compatible object store to use instead of the embedded one",
    "an http or https URL",
    (given) => url(given, ["http:", "https:"]),
    { shown: "Amazon S3 when ACCORD_S3_BUCKET is set, else the embedded store" },
  ),
  s3PublicEndpoint: optional(
    "ACCORD_S3_PUBLIC_ENDPOINT",
    "The address of the same store for clients, in the upload addresses that they are given",
    "an http or https URL",
    (given) => url(given, ["http:", "https:"]),
    { shown: "ACCORD_S3_ENDPOINT" },
  ),
  s3Bucket: optional(
    "ACCORD_S3_BUCKET",
    "The bucket for uploaded files",
    "a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens",
    (given) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(given) ? given : undefined),
    { shown: "the embedded object store" },
  ),
  awsRegion: text(
    "AWS_REGION",
    "The region of the bucket",
    "a region such as eu-west-1",
    "us-east-1",
    /^[a-z0-9-]{1,40}$/,
  ),
  awsAccessKeyId: optional("AWS_ACCESS_KEY_ID", "Credentials for the object store", "an access key id", word, {
    shown: "what the AWS SDK finds by itself",
  }),
  awsSecretAccessKey: optional(
    "AWS_SECRET_ACCESS_KEY",
    "Credentials for the object store",
    "a secret access key",
    word,
    {
      secret: true,
      shown: "what the AWS SDK finds by itself",
    },
  ),
  awsSessionToken: optional("AWS_SESSION_TOKEN", "For temporary credentials", "a session token", word, {
    secret: true,
  }),
  masterKey: optional(
    "ACCORD_MASTER_KEY",
    "Encrypts recoverable secrets in the database",
    "32 bytes in base64 or hex",
    key,
    { secret: true, shown: "made on first start in the data folder, with the embedded database only" },
  ),
  masterKeyPrevious: optional(
    "ACCORD_MASTER_KEY_PREVIOUS",
    "Another master key, used only to decrypt, while `accord master-key rotate` replaces it",
    "32 bytes in base64 or hex",
    key,
    { secret: true },
  ),
  backupKey: optional(
    "ACCORD_BACKUP_KEY",
    "Encrypts backups (`accord backup`) and decrypts them (`accord restore`)",
    backupKeyForm,
    parseBackupKey,
    { secret: true },
  ),
} satisfies Record<string, Setting<unknown>>;
