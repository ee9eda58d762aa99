/** The data source for TypeORM's own command line: `ACCORD_DATABASE_URL=… npm run typeorm -- migration:show`. */
import { entities, migrations } from "#src/schema.ts";
import { dataSourceFor } from "#src/storage/database.ts";

export default dataSourceFor(process.env.ACCORD_DATABASE_URL ?? "postgres://127.0.0.1:5432/accord", {
  entities,
  migrations,
});
