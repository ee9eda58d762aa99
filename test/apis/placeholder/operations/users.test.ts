import { expect } from "chai";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { fileKey, removalOfFiles } from "#src/apis/placeholder/files/removal.ts";
import { anEmail } from "#test/builders/identity.ts";
import { aPassword, placeholderServer, type Signed } from "#test/builders/placeholder.ts";
import { waitingForLocks } from "#test/support/cluster.ts";
import { expectFailure, expectFindings } from "#test/support/refusals.ts";
import { until } from "#test/support/until.ts";

type User = Schemas["User"];

type Page = Schemas["UserPage"];

describe("the users", () => {
  const server = placeholderServer();
  const shown = ({ user: { passwordHash: _, createdAt, ...user } }: Signed) => ({
    ...user,
    createdAt: createdAt.toISOString(),
  });

  describe("getMe", () => {
    describe("200", () => {
      it("returns the caller's account and nothing secret", async () => {
        const as = await server.aUser();
        expect(await server.data("GET", "/v1/users/me", { as })).to.deep.equal(shown(as));
      });
    });
  });

  describe("updateMe", () => {
    describe("200", () => {
      it("renames the caller", async () => {
        const as = await server.aUser();
        const changed = await server.data("PUT", "/v1/users/me", { as, body: { name: "Ada King" } });
        expect(changed).to.deep.equal({ ...shown(as), name: "Ada King" });
        expect(await server.data("GET", "/v1/users/me", { as })).to.deep.equal(changed);
      });
    });
  });

  describe("listUsers", () => {
    describe("200", () => {
      it("answers an empty page beyond the last", async () => {
        const as = await server.anAdmin();
        const largest = Number.MAX_SAFE_INTEGER;
        for (const [number, shown] of [
          ["1000000", 1_000_000],
          [String(largest), largest],
          ["9".repeat(30), largest],
        ]) {
          const page = await server.data<Page>("GET", `/v1/users?page=${number}&limit=100`, { as });
          expect(page).to.include({ page: shown, limit: 100 });
          expect(page.items).to.deep.equal([]);
          expect(page.total).to.be.at.least(1);
        }
      });
    });
  });

  for (const [operationId, path, password] of [
    ["createUser", "/v1/users", undefined],
    ["createUserWithPassword", "/api/v1/users", aPassword],
  ] as const) {
    describe(operationId, () => {
      const given = (more: object = {}) => ({ name: "Grace Hopper", email: anEmail(), password, ...more });

      describe("201", () => {
        it("makes an account of the role user", async () => {
          const body = given();
          const user = await server.data<User>("POST", path, { as: await server.aUser(), body });
          expect(user).to.have.all.keys("id", "name", "email", "role", "createdAt");
          expect(user).to.include({ name: body.name, email: body.email, role: "user" });
        });

        it("lets its owner sign in with the password, if there is one", async () => {
          const as = await server.aUser();
          const body = given({ password: aPassword });
          await server.data("POST", path, { as, body });
          const credentials = { email: body.email, password: aPassword };
          const tokens = await server.data<Schemas["Tokens"]>("POST", "/v1/auth/login", { body: credentials });
          expect(tokens.accessToken).to.be.a("string");
        });
      });
      describe("400", () => {
        it("refuses a password that everybody tries first", async () => {
          const body = given({ password: "password1" });
          expectFindings(await server.send("POST", path, { as: await server.aUser(), body }), "/body/password");
        });
      });
      describe("429", () => {
        it("counts as a registration from the caller's network, but for administrators", async () => {
          const frugal = await server.another({ quotaRegistrations: 2, trustedProxies: ["127.0.0.1"] });
          try {
            const [as, admin] = [await frugal.aUser(), await frugal.anAdmin()];
            const headers = { "x-forwarded-for": `203.0.113.${operationId.length}` };
            const create = (by: Signed) => frugal.send("POST", path, { as: by, headers, body: given() });
            expect((await create(as)).status).to.equal(201);
            expect((await create(as)).status).to.equal(201);
            expectFailure(await create(as), 429, "RATE_LIMITED");
            expect((await create(admin)).status).to.equal(201);
          } finally {
            await frugal.stop();
          }
        });
      });
      describe("409", () => {
        it("refuses an address that is taken, in any case, and makes one of many at once", async () => {
          const as = await server.aUser();
          const email = as.user.email.toUpperCase();
          expectFailure(await server.send("POST", path, { as, body: given({ email }) }), 409, "EMAIL_TAKEN");
          const body = given();
          const answers = await Promise.all(Array.from({ length: 10 }, () => server.send("POST", path, { as, body })));
          expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array(9).fill(409)]);
        });
      });
    });
  }

  const ownPath = (as: Signed) => `/v1/users/${as.user.id}`;

  describe("getUser", () => {
    describe("200", () => {
      it("returns the caller's own account, and any to administrators", async () => {
        const as = await server.aUser();
        expect(await server.data("GET", ownPath(as), { as })).to.deep.equal(shown(as));
        expect(
          await server.data("GET", ownPath(as).toUpperCase().replace("V1/USERS", "v1/users"), { as }),
        ).to.deep.equal(shown(as));
        expect(await server.data("GET", ownPath(as), { as: await server.anAdmin() })).to.deep.equal(shown(as));
      });
    });
  });

  describe("updateUser", () => {
    describe("200", () => {
      it("changes what is given and leaves the rest", async () => {
        const as = await server.aUser({ password: aPassword });
        const email = anEmail();
        expect(await server.data("PUT", ownPath(as), { as, body: { name: "A" } })).to.include({ email: as.user.email });
        const body = { name: "B", email, currentPassword: aPassword };
        expect(await server.data("PUT", ownPath(as), { as, body })).to.include({ name: "B", email });
      });

      it("asks for the password where the caller's own address changes, and for nothing else", async () => {
        const as = await server.aUser({ password: aPassword });
        const admin = await server.anAdmin();
        const change = (by: Signed, body: object) => server.send("PUT", ownPath(as), { as: by, body });
        const moved = { name: "A", email: anEmail() };
        expectFindings(await change(as, moved), "/body/currentPassword");
        expectFailure(await change(as, { ...moved, currentPassword: "a guess" }), 403, "FORBIDDEN");
        expect(await server.data("GET", ownPath(as), { as })).to.deep.equal(shown(as));
        expect((await change(as, { name: "A", email: as.user.email.toUpperCase() })).status).to.equal(200);
        expect((await change(admin, moved)).status).to.equal(200);
      });

      it("gives the role to administrators to change, which counts from the next request on", async () => {
        const [as, admin] = [await server.aUser(), await server.anAdmin()];
        expect((await server.send("GET", "/v1/users", { as })).status).to.equal(403);
        await server.data("PUT", ownPath(as), { as: admin, body: { name: "Ada", role: "admin" } });
        expect((await server.send("GET", "/v1/users", { as })).status).to.equal(200);
      });
    });
  });

  describe("deleteUser", () => {
    describe("200", () => {
      it("deletes the account and all that is its", async () => {
        const as = await server.aUser();
        await server.anOrder(as);
        expect(await server.data("DELETE", ownPath(as), { as })).to.deep.equal({ id: as.user.id });
        expectFailure(await server.send("GET", "/v1/users/me", { as }), 401, "UNAUTHENTICATED");
        for (const table of ["orders", "sessions", "notifications"]) {
          const { rowCount } = await server.database.pool.query(`SELECT FROM placeholder_${table} WHERE user_id = $1`, [
            as.user.id,
          ]);
          expect(rowCount, table).to.equal(0);
        }
      });

      it("lets a job delete the files, and those of nobody else", async () => {
        const [as, other] = [await server.aUser(), await server.aUser()];
        const [mine, theirs] = [await server.aFile(as), await server.aFile(other)];
        await server.data("DELETE", ownPath(as), { as: await server.anAdmin() });
        const job = removalOfFiles(server.objects);
        const payloads = await server.queued("userId", as.user.id);
        expect(payloads).to.have.length(1);
        for (const payload of payloads) await job.run(payload, null as never);
        expect(await server.objects.head(fileKey(as.user.id, mine.id))).to.equal(null);
        expect(await server.objects.head(fileKey(other.user.id, theirs.id))).to.not.equal(null);
      });
    });
    describe("what the account does at the same moment", () => {
      it("is answered 401, and leaves no record behind", async () => {
        const as = await server.aUser();
        const { id: productId } = await server.aProduct();
        const client = await server.database.pool.connect();
        try {
          await client.query("BEGIN");
          await client.query("DELETE FROM placeholder_users WHERE id = $1", [as.user.id]);
          const body = { items: [{ productId, quantity: 1 }] };
          const ordering = server.send("POST", "/v1/orders", { as, body });
          await until(async () => (await waitingForLocks(server.database.pool)) === 1);
          await client.query("COMMIT");
          expectFailure(await ordering, 401, "UNAUTHENTICATED");
        } finally {
          client.release();
        }
      });
    });
  });
});
