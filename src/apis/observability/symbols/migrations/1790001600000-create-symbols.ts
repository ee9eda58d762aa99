import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Symbols: what was uploaded, and what became of it.
 *
 * `symbol_files` has every object in the store that belongs to a project's symbols, so that none is forgotten there: those in
 * use (`kept`) and those that are on their way in or out. An artifact, an archive and a symbol index are a file each.
 */
export class CreateSymbols1790001600000 implements MigrationInterface {
  readonly name = "CreateSymbols1790001600000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE symbol_files (
        project_id uuid NOT NULL,
        file_id uuid NOT NULL,
        bytes bigint NOT NULL CHECK (bytes >= 0),
        changed_at timestamptz NOT NULL,
        environment text COLLATE "C" NOT NULL CHECK (environment IN ('test', 'live')),
        format text NOT NULL CHECK (format IN ('source-map', 'mapping', 'objects', 'archive', 'index')),
        sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        kept boolean NOT NULL,
        PRIMARY KEY (project_id, environment, file_id)
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX symbol_files_by_digest ON symbol_files (project_id, environment, sha256, format)
      WHERE kept AND format IN ('source-map', 'mapping', 'objects')`);
    await runner.query("CREATE INDEX symbol_files_unused ON symbol_files (changed_at) WHERE NOT kept");

    await runner.query(`
      CREATE TABLE symbol_uploads (
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
        PRIMARY KEY (project_id, environment, upload_id),
        FOREIGN KEY (project_id, environment, file_id) REFERENCES symbol_files (project_id, environment, file_id)
      )`);
    await runner.query(
      "CREATE INDEX symbol_uploads_age ON symbol_uploads (project_id, environment, created_at, upload_id)",
    );
    await runner.query("CREATE INDEX symbol_uploads_by_digest ON symbol_uploads (project_id, environment, sha256)");
    await runner.query("CREATE INDEX symbol_uploads_of_file ON symbol_uploads (project_id, environment, file_id)");
    await runner.query("CREATE INDEX symbol_uploads_unswept ON symbol_uploads (address_expires_at) WHERE NOT swept");

    await runner.query(`
      CREATE TABLE symbol_artifacts (
        project_id uuid NOT NULL,
        file_id uuid NOT NULL,
        changed_at timestamptz NOT NULL,
        environment text COLLATE "C" NOT NULL CHECK (environment IN ('test', 'live')),
        release text COLLATE "C" NOT NULL,
        platform text COLLATE "C" NOT NULL,
        artifact_type text COLLATE "C" NOT NULL,
        PRIMARY KEY (project_id, environment, release, platform, artifact_type),
        FOREIGN KEY (project_id, environment, file_id) REFERENCES symbol_files (project_id, environment, file_id)
      )`);
    await runner.query("CREATE INDEX symbol_artifacts_of_file ON symbol_artifacts (project_id, environment, file_id)");

    await runner.query(`
      CREATE TABLE debug_objects (
        project_id uuid NOT NULL,
        debug_id uuid NOT NULL,
        index_file_id uuid NOT NULL,
        added_at timestamptz NOT NULL,
        environment text COLLATE "C" NOT NULL CHECK (environment IN ('test', 'live')),
        architecture text COLLATE "C" NOT NULL,
        has_debug_info boolean NOT NULL,
        PRIMARY KEY (project_id, environment, debug_id, architecture),
        FOREIGN KEY (project_id, environment, index_file_id) REFERENCES symbol_files (project_id, environment, file_id)
      )`);
    await runner.query("CREATE INDEX debug_objects_of_file ON debug_objects (project_id, environment, index_file_id)");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
