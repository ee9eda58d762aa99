import { expect } from "chai";
import { expectFailure, refusesAsDocumented } from "./refusals.ts";
import { placeholderServer } from "./server.ts";

describe("logout", () => {
  const server = placeholderServer();
  const logout = (as: string) => server.send("POST", "/v1/auth/logout", { as });

  describe("204", () => {
    it("ends the session at once, and leaves the others of the account alone", async () => {
      const someone = await server.someone();
      const other = await server.signIn(someone.user);
      const { status, body } = await logout(someone.accessToken);
      expect([status, body]).to.deep.equal([204, null]);
      expectFailure(await server.send("GET", "/v1/users/me", { as: someone }), 401, "UNAUTHENTICATED");
      expect((await server.send("GET", "/v1/users/me", { as: other })).status).to.equal(200);
    });
  });

  describe("401", () => {
    it("refuses to end a session twice", async () => {
      const { accessToken } = await server.someone();
      await logout(accessToken);
      expectFailure(await logout(accessToken), 401, "UNAUTHENTICATED");
    });
  });

  refusesAsDocumented({ server, method: "POST", path: "/v1/auth/logout", table: "placeholder_sessions" });
});
