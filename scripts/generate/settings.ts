/** The table of settings in the README, from the table that the program reads. */
import { settingLines } from "#src/config.ts";

const place = /(<!-- settings: written by npm run generate -->\n).*?(<!-- end of settings -->)/s;

/** The README with today's table. Throws when the marks that enclose it are gone. */
export function withSettings(readme: string): string {
  if (!place.test(readme)) throw new Error("README.md has lost the marks around its table of settings");
  const rows = settingLines.map((line) => {
    const cells = [`\`${line.variable}\``, line.meaning, line.expected, line.default];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  const table = ["| Variable | Meaning | Expected | Default |", "| --- | --- | --- | --- |", ...rows].join("\n");
  return readme.replace(place, (_, start: string, end: string) => `${start}\n${table}\n\n${end}`);
}
