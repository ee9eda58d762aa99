import { expect } from "chai";
import { opened } from "#test/support/opened.ts";
import { aDocument, taking } from "./support/document.ts";
import { echo, post, problemOf, serve } from "./support/serve.ts";

describe("texts that are longer than their schema allows", () => {
  const served = opened(async () => {
    const properties = {
      // Takes the square of a text's length to find that it does not match.
      slow: { type: "string", maxLength: 20, pattern: "^(?:a+b?)*a+c$|^[a-z]*$|x*y*x*y*x*y*z" },
      email: { type: "string", maxLength: 254, format: "email" },
      link: { type: "string", format: "uri" },
    };
    return serve(aDocument(taking({ type: "object", properties })), { handlers: { send: echo } });
  });

  const findings = async (body: object) => {
    const { fieldErrors } = await problemOf(await post(`${served.url}/send`, JSON.stringify(body)));
    return fieldErrors.map(({ path, code }) => `${path} ${code}`);
  };

  it("are told so and matched no further", async () => {
    const long = 200_000;
    const body = {
      slow: "xy".repeat(long),
      email: `a@${"-".repeat(long)}\n`,
      link: `http://${"a-".repeat(long / 2)}\n`,
    };
    expect(await findings(body)).to.have.members([
      "/body/slow maxLength",
      "/body/email maxLength",
      "/body/link format",
    ]);
  });

  it("are matched like others as long as they are not", async () => {
    expect(await findings({ slow: "A", email: "a", link: "a" })).to.have.members([
      "/body/slow pattern",
      "/body/email format",
      "/body/link format",
    ]);
    const good = { slow: "abc", email: "ada@example.org", link: "https://example.org/a?b" };
    expect((await post(`${served.url}/send`, JSON.stringify(good))).status).to.equal(200);
  });
});
