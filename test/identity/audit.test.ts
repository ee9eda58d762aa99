import { hostname, userInfo } from "node:os";
import { expect } from "chai";
import { createApiKey, revokeApiKey, setApiKeyActive } from "#src/identity/api-keys.ts";
import { audit, listAuditEvents, operator } from "#src/identity/audit.ts";
import { activateBusiness } from "#src/identity/businesses.ts";
import { auditCommand } from "#src/identity/commands/audit.ts";
import { createTerminal } from "#src/identity/commands/terminal.ts";
import type { AuditEvent } from "#src/identity/entities.ts";
import { createMobileSecret, revokeMobileSecret } from "#src/identity/mobile-secrets.ts";
import { setAllowedOrigins, setProjectActive } from "#src/identity/projects.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { aBusiness, anApiKey, aProject } from "#test/builders/identity.ts";
import { testDatabase } from "#test/support/database.ts";
import { failureOf } from "#test/support/failure-of.ts";

describe("the audit log", () => {
  const masterKey = Buffer.alloc(32, 1);
  const database = testDatabase({ as: "owner" });

  /** Oldest first. */
  const eventsOf = async (businessId: string): Promise<AuditEvent[]> =>
    (await listAuditEvents(database, { businessId, limit: 100 })).toReversed();

  async function listed(...args: string[]): Promise<string> {
    let out = "";
    const terminal = createTerminal(
      async () => ({ database, masterKey, close: async () => {} }),
      (text) => {
        out += text;
      },
    );
    await auditCommand(terminal).exitOverride().parseAsync(args, { from: "user" });
    return out;
  }

  it("tells who did what to keys and secrets, and when, and never a secret", async () => {
    const { business, project } = await aProject(database);
    const key = await createApiKey(database, { business, project }, { environment: "live", scopes: [], label: "CI" });
    await setApiKeyActive(database, key.keyId, false);
    await setApiKeyActive(database, key.keyId, true);
    await revokeApiKey(database, key.keyId, new Date("2026-01-02T03:04:05Z"));
    const environment = "test";
    const first = await createMobileSecret(database, masterKey, project, { environment, overlapMs: 1_000 });
    const second = await createMobileSecret(database, masterKey, project, { environment, overlapMs: 1_000 });
    await revokeMobileSecret(database, project, first.id);
    await activateBusiness(database, business);
    await setAllowedOrigins(database, project, ["https://shop.example"]);
    await setProjectActive(database, project, false);

    const events = await eventsOf(business.id);
    expect(events.map(({ action, subject }) => [action, subject])).to.deep.equal([
      ["business.created", business.id],
      ["project.created", project.id],
      ["api_key.created", key.keyId],
      ["api_key.deactivated", key.keyId],
      ["api_key.activated", key.keyId],
      ["api_key.revoked", key.keyId],
      ["mobile_secret.created", first.id],
      ["mobile_secret.created", second.id],
      ["mobile_secret.revoked", first.id],
      ["business.activated", business.id],
      ["project.origins_set", project.id],
      ["project.deactivated", project.id],
    ]);
    for (const { actorKind, actor } of events)
      expect([actorKind, actor]).to.deep.equal(["operator", `${userInfo().username}@${hostname()}`]);
    expect(events[5]?.at.toISOString()).to.equal("2026-01-02T03:04:05.000Z");
    for (const secret of [key.secret, first.secret, second.secret])
      expect(JSON.stringify(events)).not.to.include(secret);
  });

  it("has nothing of what changed nothing, and of what was rolled back", async () => {
    const business = await aBusiness(database);
    const key = await createApiKey(database, { business, project: null }, { environment: "test", scopes: [] });
    await setApiKeyActive(database, key.keyId, true);
    await revokeApiKey(database, key.keyId);
    await revokeApiKey(database, key.keyId);
    await setApiKeyActive(database, key.keyId, true).catch(() => {});
    await inTransaction(database, async ({ manager }) => {
      await audit(manager, { action: "business.activated", subject: business.id, businessId: business.id });
      throw new Error("no");
    }).catch(() => {});
    const actions = (await eventsOf(business.id)).map(({ action }) => action);
    expect(actions).to.deep.equal(["business.created", "api_key.created", "api_key.revoked"]);
  });

  it("names whom a command was run for with sudo", () => {
    const before = process.env.SUDO_USER;
    process.env.SUDO_USER = "amara";
    try {
      expect(operator()).to.deep.equal({ actorKind: "operator", actor: `amara@${hostname()}` });
    } finally {
      if (before === undefined) delete process.env.SUDO_USER;
      else process.env.SUDO_USER = before;
    }
  });

  it("is never changed, not by its owner either", async () => {
    await aBusiness(database);
    for (const statement of ["UPDATE audit_events SET actor = ''", "DELETE FROM audit_events", "TRUNCATE audit_events"])
      for (const who of [database.pool, database.owner])
        expect(await failureOf(who.query(statement)), statement).to.include({ code: "42501" });
  });

  it("is listed newest first, page by page, since a moment, for a business", async () => {
    const business = await aBusiness(database);
    for (let count = 0; count < 4; count++)
      await anApiKey(database, { owner: { business, project: null }, scopes: [], label: `no ${count}` });
    const all = (await eventsOf(business.id)).toReversed().map(({ id }) => id);
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page = JSON.parse(
        await listed(
          "--business",
          business.slug,
          "--limit",
          "2",
          "--json",
          ...(next === null ? [] : ["--before", next]),
        ),
      ) as { events: AuditEvent[]; next: string | null };
      expect(page.events.length).to.be.at.most(2);
      seen.push(...page.events.map(({ id }) => id));
      next = page.next;
    } while (next !== null);
    expect(seen).to.deep.equal(all);

    expect(await listed("--business", business.slug)).to.match(/AT\s+ACTION\s+BY.*\n.*api_key\.created.*label=no 3/);
    expect(await listed("--business", business.slug, "--limit", "2")).to.include(`More: --before ${all[1]}`);
    expect(await listed("--since", "2999-01-01")).to.equal("Nothing was done yet.\n");
  });
});
