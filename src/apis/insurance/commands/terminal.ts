import { conflict } from "#src/http/problem.ts";
import { createTerminal, type IdentityContext, type Terminal } from "#src/identity/commands/terminal.ts";
import { CatalogRefusal } from "../catalog/refusal.ts";
import { InsurerRefused } from "../insurers/registry.ts";

/** A terminal that says what this API refuses as it says what identity refuses. */
export function createInsuranceTerminal(open: () => Promise<IdentityContext>, write: (text: string) => void): Terminal {
  const terminal = createTerminal(open, write);
  return {
    run: (command, work) =>
      terminal.run(command, (context) =>
        work(context).catch((error: unknown) => {
          const refused = error instanceof CatalogRefusal || error instanceof InsurerRefused;
          throw refused ? conflict(error.message) : error;
        }),
      ),
  };
}
