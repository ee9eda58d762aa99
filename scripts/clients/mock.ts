/** Stories on mocks: a mock answers with examples and keeps nothing, so some end before their end. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { endOnMock } from "./guide.ts";
import type { Kind } from "./kinds.ts";
import type { Pair } from "./languages.ts";

/** Throws an error when the story ends elsewhere than docs/handbook/contract-testing.md says. */
export async function storyOnMock(kind: Kind, pair: Pair): Promise<void> {
  const expected = endOnMock(pair.api);
  const said = await storyOf(kind, pair);
  // Every language writes what kind of an error it is before what it says.
  if (expected === null ? said !== null : said?.includes(`: ${expected}\n`) !== true)
    throw new Error(
      `docs/handbook/contract-testing.md says that it comes to ${expected ?? "its end"}; it said ${said}`,
    );
}

/** Why the story ended; null where it came to its end. */
async function storyOf(kind: Kind, { mockUrl, ...pair }: Pair): Promise<string | null> {
  const env = { ...pair.env, BASE_URL: mockUrl };
  const onMock = { ...pair, mockUrl, env };
  const client = kind.fixedAddress === true ? await generatedFrom(kind, { ...onMock, baseUrl: mockUrl }) : onMock;
  return await kind.story(client).then(
    () => null,
    (error: Error) => `${error.message}\n`,
  );
}

/** Another client, in a folder of its own. */
async function generatedFrom(kind: Kind, pair: Pair): Promise<Pair> {
  const folder = join(pair.folder, "mock");
  mkdirSync(folder, { recursive: true });
  await kind.generate({ ...pair, folder });
  await kind.compile({ ...pair, folder });
  return { ...pair, folder };
}
