import { createHash } from "node:crypto";
import { expect } from "chai";
import { sharedOrderingServer } from "#test/builders/ordering.ts";
import { expectPage } from "./pages.ts";

describe("showPaymentPage", () => {
  const server = sharedOrderingServer();
  const show = (reference: string, accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8") =>
    server.get<string>(`/pay/${reference}`, { accept });

  describe("200", () => {
    it("says what is to be paid and asks for a decision, in a form that needs no script", async () => {
      const { reference, orderId } = await server.aCheckout();
      const page = await show(reference);
      expectPage(page, 200, /Pay ₦/);
      expect(page.body)
        .to.include(orderId)
        .and.include(reference)
        .and.match(/<form method="post">/);
      expect(page.body)
        .to.match(/name="decision" value="approve"/)
        .and.match(/name="decision" value="decline"/);
      expect(page.body).to.include('name="viewport"');
    });

    it("allows exactly its own style", async () => {
      const page = await show((await server.aCheckout()).reference);
      const [, style = ""] = /<style>(.*?)<\/style>/s.exec(page.body) ?? [];
      const hash = createHash("sha256").update(style).digest("base64");
      expect(page.headers.get("content-security-policy")).to.include(`style-src 'sha256-${hash}'`);
    });

    it("offers nothing to decide once the payment has ended or its time is over", async () => {
      const late = await server.aCheckout();
      await server.age("payment_attempts", late.reference, 30);
      const paid = await server.aCheckout();
      await server.sendForm(paid.reference, { decision: "approve", token: await server.pageToken(paid.reference) });
      for (const [{ reference }, says] of [
        [late, /time for this payment is over/],
        [paid, /Paid\./],
      ] as const) {
        const page = await show(reference);
        expectPage(page, 200, says);
        expect(page.body).to.not.include("<form");
      }
    });
  });

  it("shows refusals as pages too", async () => {
    const { reference } = await server.aCheckout();
    expectPage(await show("a%20b"), 400, /Validation failed/);
    expectPage(await show("pay_unknown"), 404, /no such payment attempt/);
    const page = await server.whileMissing("payment_attempts", () => show(reference));
    expectPage(page, 500, /Internal error/);
    expect(page.body).to.not.include("payment_attempts");
  });
});
