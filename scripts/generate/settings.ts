/** docs/settings.md, from the table of settings that the program reads. */
import { settingLines } from "#src/config.ts";

const introduction = `# Settings

<!-- Written by \`npm run generate\` from src/settings. Do not edit. -->

Settings are environment variables. Accord starts without any of them. An invalid value stops the start with one line that names the
variable and what was expected. \`bin/accord start --help\` prints this table too.
`;

/** The whole page. */
export function settingsPage(): string {
  const rows = settingLines.map((line) => {
    const cells = [`\`${line.variable}\``, line.meaning, line.expected, line.default];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  const table = ["| Variable | Meaning | Expected | Default |", "| --- | --- | --- | --- |", ...rows].join("\n");
  return `${introduction}\n${table}\n`;
}
