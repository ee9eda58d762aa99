import { expect } from "chai";
import { knownNetworkEntity } from "#src/apis/placeholder/entities.ts";
import { sharedPlaceholderServer } from "#test/builders/placeholder.ts";
import { expectFailure } from "#test/support/refusals.ts";

describe("logout", () => {
  const server = sharedPlaceholderServer();
  const logout = (as: string) => server.send("POST", "/v1/auth/logout", { as });

  describe("204", () => {
    it("ends the session at once, and leaves the others of the account alone", async () => {
      const someone = await server.aUser();
      const other = await server.signIn(someone.user);
      const { status, body } = await logout(someone.accessToken);
      expect([status, body]).to.deep.equal([204, null]);
      expectFailure(await server.send("GET", "/v1/users/me", { as: someone }), 401, "UNAUTHENTICATED");
      expect((await server.send("GET", "/v1/users/me", { as: other })).status).to.equal(200);
    });
  });
});

describe("logoutEverywhere", () => {
  const server = sharedPlaceholderServer();
  const logoutEverywhere = (as: string) => server.send("POST", "/v1/auth/logout-everywhere", { as });

  describe("204", () => {
    it("ends every session of the account at once, and those of no other", async () => {
      const [someone, stranger] = [await server.aUser(), await server.aUser()];
      const other = await server.signIn(someone.user);
      const { status, body } = await logoutEverywhere(someone.accessToken);
      expect([status, body]).to.deep.equal([204, null]);
      for (const session of [someone, other]) {
        expectFailure(await server.send("GET", "/v1/users/me", { as: session }), 401, "UNAUTHENTICATED");
        const { refreshToken } = session;
        expectFailure(
          await server.send("POST", "/v1/auth/refresh", { body: { refreshToken } }),
          401,
          "UNAUTHENTICATED",
        );
      }
      expect((await server.send("GET", "/v1/users/me", { as: stranger })).status).to.equal(200);
    });

    it("forgets where from the account was signed in to", async () => {
      const { user, accessToken } = await server.aUser();
      const known = { userId: user.id, network: "198.51.100.1", seenAt: new Date() };
      await server.database.dataSource.manager.insert(knownNetworkEntity, known);
      await logoutEverywhere(accessToken);
      expect(await server.database.dataSource.manager.countBy(knownNetworkEntity, { userId: user.id })).to.equal(0);
    });
  });
});
