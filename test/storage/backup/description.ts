import type { BackupDescription } from "#src/storage/backup/archive.ts";

/** Of a backup that fits this machine and this Accord, but for what is given. */
export function aDescription(given: Partial<BackupDescription> = {}): BackupDescription {
  return {
    format: 1,
    madeAt: "2026-11-22T20:00:00.000Z",
    accord: "0.1.0",
    postgres: "18.4",
    architecture: process.arch,
    migrations: [],
    masterKeys: [],
    ownMasterKey: false,
    objects: true,
    ...given,
  };
}
