/** What TypeORM knows of our entities is the same for hundreds of databases: it is made with the first that a process opens. */
import { DataSource } from "typeorm";
import { entities } from "#src/schema.ts";
import type { MigrationClass } from "#src/storage/database.ts";

export function shareEntityMetadata(): void {
  const prototype = DataSource.prototype as unknown as { buildMetadatas(this: DataSource): Promise<void> };
  const { buildMetadatas } = prototype;
  let known: Pick<DataSource, "entityMetadatas" | "entityMetadatasMap"> | undefined;
  prototype.buildMetadatas = async function () {
    const [given, migrations] = [this.options.entities, this.options.migrations].map((list) =>
      Array.isArray(list) ? (list as readonly unknown[]) : [],
    ) as [readonly unknown[], readonly MigrationClass[]];
    const areOurs = given.length === entities.length && entities.every((entity, at) => entity === given[at]);
    if (areOurs && known !== undefined) {
      Object.assign(this, known, { migrations: migrations.map((Migration) => new Migration()) });
      return;
    }
    await buildMetadatas.call(this);
    const { entityMetadatas, entityMetadatasMap } = this;
    if (areOurs) known ??= { entityMetadatas, entityMetadatasMap };
  };
}
