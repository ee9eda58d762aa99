import { expect } from "chai";
import { sharedPlaceholderServer } from "#test/builders/placeholder.ts";
import { expectFindings } from "#test/support/refusals.ts";

describe("the settings", () => {
  const server = sharedPlaceholderServer();
  const changed = { language: "en-GB", timeZone: "Africa/Lagos", theme: "dark", orderNotifications: false };

  describe("getSettings", () => {
    describe("200", () => {
      it("begins with English, UTC, the system's theme and notifications", async () => {
        expect(await server.data("GET", "/v1/settings", { as: await server.aUser() })).to.deep.equal({
          language: "en",
          timeZone: "UTC",
          theme: "system",
          orderNotifications: true,
        });
      });
    });
  });

  describe("updateSettings", () => {
    describe("200", () => {
      it("replaces the caller's settings, again and again, and nobody else's", async () => {
        const [as, other] = [await server.aUser(), await server.aUser()];
        for (const theme of ["light", "dark", "system"]) {
          const body = { ...changed, theme };
          expect(await server.data("PUT", "/v1/settings", { as, body })).to.deep.equal(body);
          expect(await server.data("GET", "/v1/settings", { as })).to.deep.equal(body);
        }
        expect(await server.data("GET", "/v1/settings", { as: other })).to.include({ timeZone: "UTC" });
      });
    });
    describe("400", () => {
      it("refuses what is no time zone of IANA", async () => {
        const as = await server.aUser();
        for (const timeZone of ["Mars/Olympus", "+01:00"])
          expectFindings(
            await server.send("PUT", "/v1/settings", { as, body: { ...changed, timeZone } }),
            "/body/timeZone",
          );
      });
    });
  });
});
