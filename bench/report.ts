/** How benchmarks print: aligned tables, and each budget with its figure and verdict. */

export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  console.log(`\n${line(head)}`);
  for (const row of rows) console.log(line(row));
}

/** Prints a figure against the least that is wanted. Misses are said, not hidden; a benchmark never fails a build. */
export function budget(name: string, figure: number, atLeast: number): void {
  const verdict = figure >= atLeast ? "met" : `MISSED by ${((1 - figure / atLeast) * 100).toFixed(1)} %`;
  console.log(`  ${name}: ${figure < 100 ? figure.toFixed(2) : figure.toFixed(0)} (budget ${atLeast}): ${verdict}`);
}
