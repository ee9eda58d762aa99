/** docs/distribution.md, from the list of tables and where they lie on a cluster. */
import { type Distribution, distribution } from "#src/storage/distribution.ts";

export function distributionPage(): string {
  const entries = Object.entries(distribution);
  const of = (kind: Distribution["kind"]) => entries.filter(([, entry]) => entry.kind === kind);
  const byColumn = of("distributed").flatMap(([table, entry]) =>
    entry.kind === "distributed" ? [[table, entry] as const] : [],
  );
  const groups = Map.groupBy(byColumn, ([, { group }]) => group);
  return `# Where tables lie on a cluster

<!-- Written by \`npm run generate\` from src/storage/distribution.ts. Do not edit. -->

This page is for installations on a Citus cluster; on a single PostgreSQL it does not apply. \`accord distribute\` distributes each table as listed here
([scaling](handbook/scaling.md)). Tests refuse SQL statements that would not work with these tables on a cluster.

## By a column

The value of the column decides which node has a row. The tables of a group are distributed alike, so that everything that belongs to one
project, business or user is on one node.

| Group | Table | Column | Why |
| --- | --- | --- | --- |
${[...groups].flatMap(([group, tables]) => tables.map(([table, { column, reason }]) => `| ${group} | ${table} | ${column} | ${reason} |`)).join("\n")}

## On every node

Each node has all rows of these tables.

| Table | Why |
| --- | --- |
${lines(of("reference"))}

## On the coordinator

These tables are on the coordinator alone, together with the job queue's own schema, \`graphile_worker\`.

| Table | Why |
| --- | --- |
${lines(of("local"))}
`;
}

function lines(entries: readonly (readonly [string, Distribution])[]): string {
  return entries.map(([table, { reason }]) => `| ${table} | ${reason} |`).join("\n");
}
