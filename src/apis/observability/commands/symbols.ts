/** `accord symbols`: what a build does with its symbols. It speaks to a server like any other client. */
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { isRefusal } from "#src/http/problem.ts";
import { progressBar, table } from "#src/identity/commands/terminal.ts";
import { UploadError } from "../symbols/cli/api-client.ts";
import { type UploadOutcome, uploadAll } from "../symbols/cli/upload.ts";
import { findUploadables } from "../symbols/cli/uploadables.ts";
import { artifactKinds, type SymbolPlatform } from "../symbols/uploads/kinds.ts";

type Write = (text: string) => void;

interface UploadOptions {
  readonly platform: SymbolPlatform;
  readonly release?: string;
  readonly buildNumber?: string;
  readonly url: string;
  readonly key?: string;
  readonly wait: boolean;
  readonly timeout: number;
  readonly json?: boolean;
}

const debugSymbolPlatforms = ["ios", "macos", "tvos", "watchos", "visionos", "catalyst", "android"] as const;
const platforms: readonly SymbolPlatform[] = [
  ...new Set([...debugSymbolPlatforms, ...Object.values(artifactKinds).flatMap(({ platforms }) => platforms)]),
];

const uploadHelp = `
What is looked for in folders:
  ios, macos, …   dSYM bundles; source maps (ios)
  android         .so, .debug, .sym and .dbg files, mapping.txt, source maps
  flutter         .symbols files
  react-native    source maps
  web             source maps

A file that is named is sent whatever it is called, if it is one of these or a zip archive of debug symbols. The key needs the scopes
symbols:upload and symbols:read, and is better given in ACCORD_API_KEY than on the command line.

Examples:
  accord symbols upload build/Shop.xcarchive --platform ios --release shop@4.2.0
  accord symbols upload app/build --platform android --release shop@4.2.0 --build-number 1042
  accord symbols upload dist/main.js.map --platform web --release shop@4.2.0`;

/** For the program to add; `write` takes what belongs on standard output. Exit code 1: something was not sent, or is of no use. */
export function symbolCommands(write: Write = (text) => process.stdout.write(text)): readonly Command[] {
  const symbols = new Command("symbols").description("source maps, mapping files and debug symbols of a build");
  symbols
    .command("upload")
    .description("find what crashes need to be readable, send it, and wait until it is indexed")
    .addArgument(new Argument("<path...>", "files, and folders that are searched"))
    .addOption(new Option("--platform <platform>", "what it was built for").choices(platforms).makeOptionMandatory())
    .option("--release <release>", "the release, as the app reports it; debug symbols do without")
    .option("--build-number <number>", "the number of the build, for people")
    .addOption(
      new Option("--url <url>", "where the observability API is")
        .env("ACCORD_API_URL")
        .default("http://127.0.0.1:8080/observability")
        .argParser(webAddress),
    )
    .addOption(new Option("--key <key>", "the API key").env("ACCORD_API_KEY"))
    .option("--no-wait", "do not wait for the index")
    .addOption(new Option("--timeout <seconds>", "how long to wait for the index").default(600).argParser(seconds))
    .option("--json", "print JSON")
    .addHelpText("after", uploadHelp)
    .action(async (paths: string[], options: UploadOptions, command: Command) => {
      const outcomes = await attempt(command, () => upload(paths, options));
      write(options.json ? `${JSON.stringify(outcomes, null, 2)}\n` : `${table(outcomes.map(asRow), "")}\n`);
      const failed = outcomes.filter(({ result }) => result === "failed").length;
      if (failed > 0) command.error(`error: ${failed} of ${outcomes.length} were of no use.`, { exitCode: 1 });
      const queued = outcomes.filter(({ result }) => result === "queued").length;
      if (options.wait && queued > 0)
        command.error(`error: ${queued} of ${outcomes.length} are not indexed yet.`, { exitCode: 1 });
    });
  return [symbols];
}

async function upload(paths: readonly string[], options: UploadOptions): Promise<UploadOutcome[]> {
  const { platform, release = null, buildNumber = null, url, key, wait, timeout } = options;
  if (key === undefined) throw new UploadError("There is no API key: give it in ACCORD_API_KEY.");
  const found = await findUploadables(paths, platform);
  if (found.length === 0) throw new UploadError(`There is nothing to upload for ${platform}.`);
  const artifact = found.find(({ artifactType }) => artifactType !== null);
  if (release === null && artifact !== undefined)
    throw new UploadError(`${artifact.name} belongs to a release: name it with --release.`);
  return await uploadAll(found, {
    url,
    key,
    platform,
    release,
    buildNumber,
    patienceMs: wait ? timeout * 1000 : 0,
    onProgress: progressBar,
  });
}

/** Refusals become the command's error. */
async function attempt<T>(command: Command, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) command.error(`error: ${error.detail}`, { exitCode: 1 });
    if (error instanceof UploadError) command.error(`error: ${error.message}`, { exitCode: 1 });
    throw error;
  }
}

function asRow({ name, type, bytes, result, objects, remark }: UploadOutcome): Record<string, string> {
  return {
    file: name,
    type,
    bytes: String(bytes),
    result,
    objects: objects === null ? "-" : String(objects),
    remark: remark ?? "",
  };
}

function webAddress(text: string): string {
  const { protocol = "" } = URL.parse(text) ?? {};
  if (!/^https?:$/.test(protocol)) throw new InvalidArgumentError("Expected an http or https URL.");
  return text;
}

function seconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError("Expected a whole number of seconds.");
  return Number(text);
}
