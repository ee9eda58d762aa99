/** The lines of docs/handbook/scaling.md that a cluster is run by: its blocks, each with the machine that it is for. */
import { read } from "#test/support/documentation.ts";

export const page = "docs/handbook/scaling.md";

/** Every database machine, each node, the coordinator, a standby, or the machine that Accord's commands are run on. */
export type Place = "machine" | "each node" | "coordinator" | "standby" | "accord";

/** The commands below a heading that are for one place. Throws where the page has none. */
export function commandsOf(heading: string, place: Place): string {
  const [, section] = new RegExp(`^#+ ${heading}\\n(.*?)(?=^##+ |$(?![\\s\\S]))`, "ms").exec(read(page)) ?? [];
  if (section === undefined) throw new Error(`${page} has no heading "${heading}"`);
  const blocks = [...section.matchAll(/^```bash ([^\n]+)\n(.*?)^```/gms)].filter(([, where]) => where === place);
  if (blocks.length === 0) throw new Error(`${page} has no commands for ${place} below "${heading}"`);
  return blocks.map(([, , commands]) => commands).join("\n");
}
