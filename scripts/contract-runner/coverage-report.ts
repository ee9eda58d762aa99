/** The report of a contract run for people: what each document promises, and what of it has been seen. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { escapeHtml } from "#src/http/html.ts";
import { coverageTable, type Report } from "./run.ts";

/** Writes `<name>.txt` and `<name>.html`, and returns the line with the figures. */
export function writeCoverage(folder: string, name: string, report: Report): string {
  mkdirSync(folder, { recursive: true });
  const figures = figuresOf(report);
  const unseen = report.properties.unseen.map((place) => `  ${place}`);
  const text = [`${name}: ${figures}`, "", coverageTable(report), "", "Properties that were not seen:", ...unseen, ""];
  writeFileSync(join(folder, `${name}.txt`), text.join("\n"));
  writeFileSync(join(folder, `${name}.html`), page(name, figures, report));
  return figures;
}

function figuresOf({ proofs, properties: { seen, unseen } }: Report): string {
  const proven = proofs.filter(({ faults }) => faults.length === 0);
  const operations = new Set(proofs.map(({ unit }) => unit.operationId));
  const open = new Set(proofs.flatMap(({ unit, faults }) => (faults.length === 0 ? [] : [unit.operationId])));
  const all = seen.length + unseen.length;
  return [
    `${operations.size - open.size} of ${operations.size} operations`,
    `${proven.length} of ${proofs.length} answers (operation, status, media types)`,
    `${seen.length} of ${all} schema properties (${((100 * seen.length) / Math.max(all, 1)).toFixed(1)} %)`,
  ].join(", ");
}

function page(name: string, figures: string, { proofs, properties }: Report): string {
  const rows = proofs.map(({ unit, requests, faults }) => {
    const cells = [
      unit.operationId,
      unit.status,
      unit.requestType ?? "",
      unit.responseType ?? "",
      requests,
      faults.join("; "),
    ];
    return `<tr class="${faults.length === 0 ? "proven" : "open"}">${cells.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join("")}</tr>`;
  });
  const unseen = properties.unseen.map((place) => `<li><code>${escapeHtml(place)}</code></li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Contract coverage: ${escapeHtml(name)}</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color-scheme: light dark; }
  table { border-collapse: collapse; }
  th, td { text-align: left; padding: 0.2rem 0.8rem; border-bottom: 1px solid #8884; }
  .open { background: #f004; }
</style>
<h1>${escapeHtml(name)}</h1>
<p>${escapeHtml(figures)}</p>
<table>
<thead><tr><th>Operation<th>Status<th>Request<th>Answer<th>Requests<th>What is missing</thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
<h2>Properties that were not seen</h2>
<ul>
${unseen.join("\n")}
</ul>
</html>
`;
}
