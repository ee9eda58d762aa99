import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Project } from "#src/identity/entities.ts";
import type { Environment } from "#src/identity/environment.ts";
import {
  createMobileSecret,
  listMobileSecrets,
  revokeMobileSecret,
  validMobileSecrets,
} from "#src/identity/mobile-secrets.ts";
import { createProjectDirectory } from "#src/identity/project-directory.ts";
import { aProject } from "#test/builders/identity.ts";
import { testDatabase } from "#test/support/database.ts";
import { failureOf, problemOf } from "#test/support/failure-of.ts";

const masterKey = randomBytes(32);
const start = new Date("2026-01-01T00:00:00.000Z");
const hourMs = 3_600_000;

describe("mobile app secrets", () => {
  const database = testDatabase({ as: "owner" });

  const create = (project: Project, overlapMs = hourMs, environment: Environment = "test", now = start) =>
    createMobileSecret(database, masterKey, project, { environment, overlapMs }, now);
  const valid = (project: Project, at = start.getTime(), environment: Environment = "test") =>
    validMobileSecrets(database, masterKey, { projectId: project.id, environment }, at);

  it("are shown once, stored encrypted, and read back for verification", async () => {
    const { project } = await aProject(database);
    const { secret } = await create(project);
    expect(secret).to.match(/^ms_test_[A-Za-z0-9_-]{43}$/);
    expect(await valid(project)).to.deep.equal([secret]);
    expect(await valid(project, start.getTime(), "live")).to.deep.equal([]);
    const { rows } = await database.pool.query("SELECT secret FROM mobile_secrets WHERE project_id = $1", [project.id]);
    expect(rows).to.have.length(1);
    expect(rows[0].secret.includes(secret)).to.equal(false);
    expect(JSON.stringify(await listMobileSecrets(database, project))).not.to.contain(secret);
  });

  it("cannot be moved to another row", async () => {
    const { project } = await aProject(database);
    await create(project);
    await database.pool.query("UPDATE mobile_secrets SET environment = 'live' WHERE project_id = $1", [project.id]);
    expect(await failureOf(valid(project, start.getTime(), "live"))).to.be.instanceOf(Error);
  });

  it("stay valid for the overlap after a new one is created", async () => {
    const { project } = await aProject(database);
    const old = await create(project);
    const fresh = await create(project);
    expect(await valid(project, start.getTime() + hourMs - 1)).to.have.members([old.secret, fresh.secret]);
    expect(await valid(project, start.getTime() + hourMs)).to.deep.equal([fresh.secret]);
  });

  it("keep the earlier end when rotated twice", async () => {
    const { project } = await aProject(database);
    await create(project);
    const second = await create(project, hourMs);
    const third = await create(project, 10 * hourMs);
    expect(await valid(project, start.getTime() + hourMs)).to.have.members([second.secret, third.secret]);
  });

  it("end at once when revoked, except the last one without an end", async () => {
    const { project } = await aProject(database);
    const old = await create(project);
    const fresh = await create(project);
    await revokeMobileSecret(database, project, old.id, start);
    expect(await valid(project)).to.deep.equal([fresh.secret]);
    const { message } = await problemOf(revokeMobileSecret(database, project, fresh.id, start));
    expect(message).to.contain("only lasting test secret");
    expect(await valid(project)).to.deep.equal([fresh.secret]);
  });

  it("cannot be revoked through another project", async () => {
    const { project } = await aProject(database);
    const { project: other } = await aProject(database);
    const { id } = await create(project);
    await problemOf(revokeMobileSecret(database, other, id));
  });

  it("leave exactly one without an end when rotations race", async () => {
    const { project } = await aProject(database);
    await Promise.all(Array.from({ length: 6 }, () => create(project)));
    const secrets = await listMobileSecrets(database, project);
    expect(secrets).to.have.length(6);
    expect(secrets.filter(({ revokedAt }) => revokedAt === null)).to.have.length(1);
  });

  it("are at most ten at a time in an environment", async () => {
    const { project } = await aProject(database);
    for (let i = 0; i < 10; i++) await create(project);
    await problemOf(create(project));
    await create(project, hourMs, "live");
    await create(project, hourMs, "test", new Date(start.getTime() + hourMs));
  });

  it("take effect within 5 s in the directory that requests ask", async () => {
    const clock = { time: start.getTime() };
    const now = () => clock.time;
    const directory = createProjectDirectory(database, masterKey, { now, elapsed: now });
    const { project } = await aProject(database);
    expect(await directory.mobileSecrets(project.id, "test")).to.deep.equal([]);
    const { secret } = await create(project);
    clock.time += 5_000;
    expect(await directory.mobileSecrets(project.id, "test")).to.deep.equal([secret]);
    expect(await directory.mobileSecrets(randomUUID(), "test")).to.deep.equal([]);
  });
});
