/** Builds the console, by Vite: what a browser is sent, in files whose names change with what they hold. */
import { build } from "vite";

/** @param root the folder of its sources. @returns texts by path. */
export async function buildConsole(root: string): Promise<Map<string, string>> {
  const built = await build({
    root,
    base: "/console/",
    configFile: false,
    envDir: false,
    logLevel: "error",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      write: false,
      target: "es2022",
      // What may be loaded is decided by a policy that allows no inline script; modern browsers need no polyfill.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // The server has it: the guides' own script.
      rolldownOptions: { external: ["/docs/assets/theme.js"] },
    },
  });
  const [output] = [built].flat();
  if (output === undefined || !("output" in output)) throw new Error("Vite has built nothing");
  return new Map(
    output.output.map((file) => {
      const source = file.type === "chunk" ? file.code : file.source;
      return [file.fileName, typeof source === "string" ? source : Buffer.from(source).toString()];
    }),
  );
}
