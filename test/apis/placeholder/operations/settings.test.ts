import { expect } from "chai";
import { expectFindings } from "#test/support/refusals.ts";
import { sharedPlaceholderServer } from "./server.ts";

describe("the settings", () => {
  const server = sharedPlaceholderServer();
  const changed = { language: "en-GB", timeZone: "Africa/Lagos", theme: "dark", orderNotifications: false };

  describe("getSettings", () => {
    describe("200", () => {
      it("begins with English, UTC, the system's theme and notifications", async () => {
        expect(await server.data("GET", "/v1/settings", { as: await server.someone() })).to.deep.equal({
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
        const [as, other] = [await server.someone(), await server.someone()];
        for (const theme of ["light", "dark", "system"]) {
          const body = { ...changed, theme };
          expect(await server.data("PUT", "/v1/settings", { as, body })).to.deep.equal(body);
          expect(await server.data("GET", "/v1/settings", { as })).to.deep.equal(body);
        }
        expect(await server.data("GET", "/v1/settings", { as: other })).to.include({ timeZone: "UTC" });
      });
    });
    describe("400", () => {
      it("refuses every bad field", async () => {
        const as = await server.someone();
        const put = (changes: object) => server.send("PUT", "/v1/settings", { as, body: { ...changed, ...changes } });
        for (const language of ["english", "EN", "", 1, undefined])
          expectFindings(await put({ language }), "/body/language");
        for (const timeZone of ["Mars/Olympus", "+01:00", "", "x".repeat(65), 1, undefined])
          expectFindings(await put({ timeZone }), "/body/timeZone");
        for (const theme of ["pink", null, undefined]) expectFindings(await put({ theme }), "/body/theme");
        for (const orderNotifications of ["true", 1, undefined])
          expectFindings(await put({ orderNotifications }), "/body/orderNotifications");
        expectFindings(await put({ userId: "x" }), "/body/userId");
      });
    });
  });
});
