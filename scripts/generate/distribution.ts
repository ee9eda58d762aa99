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

On one PostgreSQL this page means nothing. On a Citus cluster \`accord distribute\` puts each table where it says
([scaling](handbook/scaling.md)), and the tests refuse statements that would not work there.

## By a column

Rows lie on the node that the value of the column falls to. Tables of a group lie together, so that whatever belongs to one
project, business or user is on one node.

| Group | Table | Column | Why |
| --- | --- | --- | --- |
${[...groups].flatMap(([group, tables]) => tables.map(([table, { column, reason }]) => `| ${group} | ${table} | ${column} | ${reason} |`)).join("\n")}

## On every node

| Table | Why |
| --- | --- |
${lines(of("reference"))}

## On the coordinator

The queue's own schema, \`graphile_worker\`, lies there too.

| Table | Why |
| --- | --- |
${lines(of("local"))}
`;
}

function lines(entries: readonly (readonly [string, Distribution])[]): string {
  return entries.map(([table, { reason }]) => `| ${table} | ${reason} |`).join("\n");
}
