import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import { type BrowserSessions, createBrowserSessions, SessionTokens } from "#src/identity/browser-session.ts";
import { createKeyVerifier } from "#src/identity/key-verifier.ts";
import { createProjectDirectory } from "#src/identity/project-directory.ts";
import { setAllowedOrigins, setProjectActive } from "#src/identity/projects.ts";
import { anApiKey, aProject } from "#test/builders/identity.ts";
import { codeOf } from "#test/support/code-of.ts";
import { testDatabase } from "#test/support/database.ts";

const masterKey = randomBytes(32);

describe("browser sessions", () => {
  const database = testDatabase();
  const clock = { time: Date.now() };
  const now = () => clock.time;

  /** What one process would hold. */
  const aProcess = () =>
    createBrowserSessions({
      masterKey,
      projects: createProjectDirectory(database, masterKey, { now, elapsed: now }),
      now,
    });

  async function aSession(sessions: BrowserSessions, allowedOrigins: string[] = []) {
    const owner = await aProject(database, { allowedOrigins });
    const { key } = await anApiKey(database, { owner, environment: "live" });
    const verified = await createKeyVerifier(database).verify(key);
    return { ...owner, verified, ...(await sessions.begin(verified)) };
  }

  it("admit a browser to the key's project and environment, in every process", async () => {
    const { token, project } = await aSession(aProcess(), ["https://shop.example"]);
    const admitted = await aProcess().admit(token, "https://shop.example");
    expect(admitted.environment).to.equal("live");
    expect(admitted.project.id).to.equal(project.id);
  });

  it("refuse an origin that is not on the list, and a request without one", async () => {
    const sessions = aProcess();
    const { token } = await aSession(sessions, ["https://shop.example"]);
    expect(await codeOf(sessions.admit(token, "https://evil.example"))).to.equal("origin_not_allowed");
    expect(await codeOf(sessions.admit(token, undefined))).to.equal("origin_not_allowed");
  });

  it("refuse a missing and an expired token", async () => {
    const sessions = aProcess();
    const { token } = await aSession(sessions);
    expect(await codeOf(sessions.admit(undefined, undefined))).to.equal("UNAUTHENTICATED");
    clock.time += 15 * 60_000;
    expect(await codeOf(sessions.admit(token, undefined))).to.equal("UNAUTHENTICATED");
  });

  it("do not find a project that is switched off or gone", async () => {
    const sessions = aProcess();
    const { token, project, verified } = await aSession(sessions);
    await setProjectActive(await database.operator(), project, false);
    clock.time += 5_000;
    expect(await codeOf(sessions.admit(token, undefined))).to.equal("PROJECT_NOT_FOUND");
    expect(await codeOf(sessions.begin(verified))).to.equal("PROJECT_NOT_FOUND");
    const gone = { projectId: randomUUID(), environment: "test", allowedOriginsVersion: 1 } as const;
    const orphan = new SessionTokens(masterKey).mint(gone, clock.time);
    expect(await codeOf(sessions.admit(orphan.token, undefined))).to.equal("PROJECT_NOT_FOUND");
  });

  it("end when the allowed origins change, within 5 s", async () => {
    const sessions = aProcess();
    const { token, project } = await aSession(sessions, ["https://shop.example"]);
    await setAllowedOrigins(await database.operator(), project, ["https://shop.example", "https://new.example"]);
    clock.time += 5_000;
    expect(await codeOf(sessions.admit(token, "https://shop.example"))).to.equal("UNAUTHENTICATED");
  });

  it("work at once after a change, also where the older list is still remembered", async () => {
    const [here, there] = [aProcess(), aProcess()];
    const { token, project, verified } = await aSession(here, ["https://shop.example"]);
    for (const sessions of [here, there]) await sessions.admit(token, "https://shop.example");
    await setAllowedOrigins(await database.operator(), project, ["https://new.example"]);
    const renewed = await here.begin(verified);
    for (const sessions of [here, there]) await sessions.admit(renewed.token, "https://new.example");
  });
});
