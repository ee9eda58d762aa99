import { Command, InvalidArgumentError, Option } from "commander";
import { printable } from "#src/http/printable.ts";
import { businessBySlug } from "#src/identity/businesses.ts";
import {
  createTerminal,
  details,
  type IdentityContext,
  type Terminal,
  table,
} from "#src/identity/commands/terminal.ts";
import { type Environment, environments } from "#src/identity/environment.ts";
import { listPermissions } from "../catalog/overview.ts";
import { allowProduct, wholeBasisPoints, withdrawProduct } from "../catalog/permissions.ts";
import { type CredentialSources, insurersCommand } from "./insurers.ts";
import { intentsCommand } from "./intents.ts";

interface ProductOptions {
  readonly provider: string;
  readonly product: string;
  readonly environment: Environment;
}

interface AllowOptions extends ProductOptions {
  /** Basis points. */
  readonly rate: number;
  readonly platformRate: number;
}

export function insuranceCommand(terminal: Terminal): Command {
  const insurance = new Command("insurance").description(
    "what businesses may sell over the insurance API, and what insurers have left open",
  );

  terminal.action(
    ofProduct(insurance.command("allow"))
      .description("let a business sell a product, or change its rate; it counts from the next request on")
      .requiredOption("--rate <percent>", "the business's share of the price, such as 12.5", basisPoints)
      .option("--platform-rate <percent>", "the platform's own share, which no business sees", basisPoints, 0)
      .addHelpText(
        "after",
        "\nExample:\n  accord insurance allow acme --provider aegis --product motor-third-party --environment test --rate 12.5",
      ),
    async ({ database }, slug: string, { rate, platformRate, ...options }: AllowOptions) => {
      const business = await businessBySlug(database, slug);
      const { provider: providerId, product: productId, environment } = options;
      const shares = { rateBasisPoints: rate, platformBasisPoints: platformRate };
      const tenant = { businessId: business.id, environment };
      const allowed = await allowProduct(database, tenant, { providerId, productId, ...shares });
      const text = details({
        business: slug,
        product: `${providerId}/${productId}`,
        environment,
        rate: percent(rate),
        "platform rate": percent(platformRate),
      });
      return { json: allowed, text };
    },
  );

  terminal.action(
    ofProduct(insurance.command("withdraw"))
      .description("no longer let a business sell a product; what it has sold stays")
      .addHelpText(
        "after",
        "\nExample:\n  accord insurance withdraw acme --provider aegis --product motor-third-party --environment test",
      ),
    async ({ database }, slug: string, { provider, product, environment }: ProductOptions) => {
      const business = await businessBySlug(database, slug);
      await withdrawProduct(database, { businessId: business.id, environment }, provider, product);
      const withdrawn = { business: slug, product: `${provider}/${product}`, environment };
      return { json: withdrawn, text: details({ ...withdrawn, allowed: "no" }) };
    },
  );

  terminal.action(
    insurance
      .command("products")
      .description("list what a business is allowed to sell, and why something of it is not on sale")
      .argument("<business>", "its slug")
      .addOption(inEnvironment())
      .addHelpText("after", "\nExample:\n  accord insurance products acme --environment live"),
    async ({ database }, slug: string, { environment }: Pick<ProductOptions, "environment">) => {
      const business = await businessBySlug(database, slug);
      const allowed = await listPermissions(database.pool, { businessId: business.id, environment });
      const rows = allowed.map(({ providerId, productId, name, rateBasisPoints, platformBasisPoints, status }) => ({
        product: `${providerId}/${productId}`,
        name: printable(name),
        rate: percent(rateBasisPoints),
        platform: percent(platformBasisPoints),
        status,
      }));
      const none = `${slug} may sell nothing in ${environment}. "accord insurance allow --help" says how to change that.`;
      return { json: allowed, text: table(rows, none) };
    },
  );

  insurance.addCommand(intentsCommand(terminal));
  return insurance;
}

function ofProduct(command: Command): Command {
  return command
    .argument("<business>", "its slug")
    .requiredOption("--provider <id>", "the insurer's id")
    .requiredOption("--product <id>", "the product's id at that insurer")
    .addOption(inEnvironment());
}

function inEnvironment(): Option {
  return new Option("--environment <name>", "which keys it counts for").choices(environments).makeOptionMandatory();
}

/** Without floats: 12.29 is 1229. */
function basisPoints(text: string): number {
  const [, whole, hundredths = ""] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const points = Number(whole) * 100 + Number(hundredths.padEnd(2, "0"));
  if (whole === undefined || points > wholeBasisPoints)
    throw new InvalidArgumentError("Expected a percentage from 0 to 100 with at most two decimals, such as 12.5.");
  return points;
}

function percent(points: number): string {
  return `${(points / 100).toFixed(2)} %`;
}

/**
 * `insurers` and `insurance`, for the program to add. `open` is called when a command runs, not for its help; `write`
 * takes what belongs on standard output. Exit code 0: done; 1: refused or misused, and standard error says why.
 */
export function insuranceCommands(
  open: () => Promise<IdentityContext>,
  write: (text: string) => void = (text) => process.stdout.write(text),
  sources: CredentialSources = { env: process.env, stdin: () => process.stdin },
): Command[] {
  const terminal = createTerminal(open, write);
  return [insurersCommand(terminal, sources), insuranceCommand(terminal)];
}
