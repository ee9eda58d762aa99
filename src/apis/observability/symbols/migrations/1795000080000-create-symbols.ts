import { ForwardMigration } from "#src/http/forward-migration.ts";

/** Symbols: what was uploaded, what became of it, and the stacks that need it. */
export class CreateSymbols1795000080000 extends ForwardMigration {
  protected override readonly statements = [...files, ...uploads, ...artifacts, ...objects, ...symbolication];
}

/**
 * Every object in the store that belongs to a project's symbols, so that none is forgotten there: those in use (`kept`) and those that
 * are on their way in or out. An artifact, an archive and a symbol index are a file each. `matched_stacks` is how many stacks a file has
 * helped to read.
 */
const files = [
  `CREATE TABLE symbol_files (
     project_id uuid NOT NULL,
     file_id uuid NOT NULL,
     bytes bigint NOT NULL CHECK (bytes >= 0),
     changed_at timestamptz NOT NULL,
     environment text COLLATE "C" NOT NULL CHECK (environment IN ('test', 'live')),
     format text NOT NULL CHECK (format IN ('source-map', 'mapping', 'objects', 'archive', 'index')),
     sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
     kept boolean NOT NULL,
     matched_stacks bigint NOT NULL DEFAULT 0,
     last_matched_at timestamptz,
     PRIMARY KEY (project_id, environment, file_id)
   )`,
  `CREATE UNIQUE INDEX symbol_files_by_digest ON symbol_files (project_id, environment, sha256, format)
     WHERE kept AND format IN ('source-map', 'mapping', 'objects')`,
  "CREATE INDEX symbol_files_unused ON symbol_files (changed_at) WHERE NOT kept",
];

const uploads = [
  // `attempts`: readings that were begun and did not end, as when the server was killed meanwhile.
  `CREATE TABLE symbol_uploads (
     project_id uuid NOT NULL,
     upload_id uuid NOT NULL,
     file_id uuid,
     declared_bytes bigint NOT NULL CHECK (declared_bytes > 0),
     created_at timestamptz NOT NULL,
     address_expires_at timestamptz NOT NULL,
     completed_at timestamptz,
     discovered_uuids integer NOT NULL DEFAULT 0,
     valid_objects integer NOT NULL DEFAULT 0,
     invalid_objects integer NOT NULL DEFAULT 0,
     environment text COLLATE "C" NOT NULL CHECK (environment IN ('test', 'live')),
     status text NOT NULL CHECK (status IN ('AWAITING_UPLOAD', 'QUEUED', 'PROCESSING', 'DONE', 'FAILED', 'INVALID')),
     failure_reason text,
     sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
     platform text NOT NULL,
     artifact_type text,
     release text,
     build_number text,
     original_filename text,
     indexed boolean NOT NULL,
     swept boolean NOT NULL DEFAULT false,
     attempts integer NOT NULL DEFAULT 0,
     failure_detail text,
     script text COLLATE "C" NOT NULL DEFAULT '',
     PRIMARY KEY (project_id, environment, upload_id),
     FOREIGN KEY (project_id, environment, file_id) REFERENCES symbol_files (project_id, environment, file_id)
   )`,
  "CREATE INDEX symbol_uploads_age ON symbol_uploads (project_id, environment, created_at, upload_id)",
  "CREATE INDEX symbol_uploads_by_digest ON symbol_uploads (project_id, environment, sha256)",
  "CREATE INDEX symbol_uploads_of_file ON symbol_uploads (project_id, environment, file_id)",
  "CREATE INDEX symbol_uploads_unswept ON symbol_uploads (address_expires_at) WHERE NOT swept",
];

const artifacts = [
  // `script` names the script of a source map; the empty text is the source map of the whole release.
  `CREATE TABLE symbol_artifacts (
     project_id uuid NOT NULL,
     file_id uuid NOT NULL,
     changed_at timestamptz NOT NULL,
     environment text COLLATE "C" NOT NULL CHECK (environment IN ('test', 'live')),
     release text COLLATE "C" NOT NULL,
     platform text COLLATE "C" NOT NULL,
     artifact_type text COLLATE "C" NOT NULL,
     script text COLLATE "C" NOT NULL DEFAULT '',
     PRIMARY KEY (project_id, environment, release, platform, artifact_type, script),
     FOREIGN KEY (project_id, environment, file_id) REFERENCES symbol_files (project_id, environment, file_id)
   )`,
  "CREATE INDEX symbol_artifacts_of_file ON symbol_artifacts (project_id, environment, file_id)",
];

const objects = [
  // The file that the index of an object was made from is `source_file_id`: the object goes with that file.
  `CREATE TABLE debug_objects (
     project_id uuid NOT NULL,
     debug_id uuid NOT NULL,
     index_file_id uuid NOT NULL,
     added_at timestamptz NOT NULL,
     environment text COLLATE "C" NOT NULL CHECK (environment IN ('test', 'live')),
     architecture text COLLATE "C" NOT NULL,
     has_debug_info boolean NOT NULL,
     source_file_id uuid NOT NULL,
     PRIMARY KEY (project_id, environment, debug_id, architecture),
     FOREIGN KEY (project_id, environment, index_file_id) REFERENCES symbol_files (project_id, environment, file_id)
   )`,
  "CREATE INDEX debug_objects_of_file ON debug_objects (project_id, environment, index_file_id)",
  "CREATE INDEX debug_objects_of_source ON debug_objects (project_id, environment, source_file_id)",
];

const symbolication = [
  // Stacks that flushes have stored and nobody has begun to symbolicate, many in a row. They live for seconds, so they are not compressed.
  `CREATE TABLE waiting_stacks (
     project_id uuid NOT NULL,
     environment text COLLATE "C" NOT NULL,
     received_at timestamptz NOT NULL,
     id text COLLATE "C" NOT NULL,
     kind text COLLATE "C" NOT NULL,
     subjects text[] STORAGE EXTERNAL NOT NULL,
     PRIMARY KEY (project_id, environment, received_at, id)
   )`,
  // What becomes of the stack of an event, a span or a log record: one row for each, partitioned by the day of receipt. `lacks` are the
  // symbols that it waits for, as keys (symbol-key.ts).
  `CREATE TABLE symbolications (
     project_id uuid NOT NULL,
     environment text COLLATE "C" NOT NULL,
     kind text COLLATE "C" NOT NULL,
     subject text COLLATE "C" NOT NULL,
     received_at timestamptz NOT NULL,
     status text NOT NULL DEFAULT 'pending',
     attempts smallint NOT NULL DEFAULT 0,
     lacks uuid[],
     result text,
     finished_at timestamptz,
     PRIMARY KEY (project_id, environment, kind, subject, received_at)
   ) PARTITION BY RANGE (received_at)`,
  `CREATE INDEX symbolications_pending ON symbolications (project_id, environment, attempts, received_at)
     WHERE status = 'pending'`,
  `CREATE INDEX symbolications_unfinished ON symbolications (project_id, environment, finished_at)
     WHERE status IN ('partial', 'missing', 'failed')`,
  "CREATE INDEX symbolications_lacking ON symbolications USING gin (lacks) WHERE lacks IS NOT NULL",
];
