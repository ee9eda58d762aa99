import { createHmac, randomBytes } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { hookDigest, type SigningSecret, signedHeaders, verifySignature } from "#src/webhooks/signature.ts";
import { anyCharacter } from "#test/support/any-character.ts";

/** Agreed with the authors of receivers; hookDigest must never give anything else for it. */
const vector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  timestamp: "2026-11-21T07:45:12Z",
  eventId: "evt_0190f3c2-0000-7000-8000-000000000001",
  body: '{"eventId":"evt_0190f3c2-0000-7000-8000-000000000001","type":"webhook.test"}',
  signature: "v1=323a6af7b8e4b583c0eb60c1027bd3cc00f696110241284938375b59a8fbd5e7",
};

const sentAt = new Date(vector.timestamp);
const secretOf = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString("base64")}`;
const aSecret = fc.uint8Array({ minLength: 24, maxLength: 24 }).map(secretOf);

function headersOf(body: string, secrets: [string, ...string[]], now = sentAt): Record<string, string> {
  const [first, ...others] = secrets.map((secret, index): SigningSecret => ({ id: `whk_${index}`, secret }));
  if (first === undefined) throw new Error("no secret");
  const signed = signedHeaders({ eventId: vector.eventId, eventType: "t", attempt: 1, body }, [first, ...others], now);
  return Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]));
}

describe("the signature of webhooks", () => {
  it("is the vector's", () => {
    expect(`v1=${hookDigest(vector.secret, vector.timestamp, vector.eventId, vector.body)}`).to.equal(vector.signature);
    expect(headersOf(vector.body, [vector.secret])).to.include({
      "hook-signature": vector.signature,
      "hook-timestamp": vector.timestamp,
      "hook-event-id": vector.eventId,
    });
  });

  it("is accepted with any active secret, and with no other", () => {
    fc.assert(
      fc.property(aSecret, aSecret, aSecret, fc.string({ unit: anyCharacter }), (one, two, other, text) => {
        fc.pre(other !== one && other !== two);
        const body = JSON.stringify({ text });
        const headers = headersOf(body, [one, two]);
        const raw = Buffer.from(body);
        expect(verifySignature(one, headers, raw, sentAt)).to.equal(null);
        expect(verifySignature(two, headers, raw, sentAt)).to.equal(null);
        expect(verifySignature(other, headers, raw, sentAt)).to.equal("NO_SIGNATURE_MATCHES");
      }),
    );
  });

  it("is broken by any change of the body, the event id or the time", () => {
    const flipped = fc.record({
      body: fc.uint8Array({ minLength: 1 }),
      at: fc.nat(),
      bit: fc.integer({ min: 0, max: 7 }),
    });
    fc.assert(
      fc.property(aSecret, flipped, (secret, { body, at, bit }) => {
        const text = Buffer.from(body).toString("latin1");
        const headers = headersOf(text, [secret]);
        const changed = Buffer.from(text);
        const position = at % changed.length;
        changed[position] = (changed[position] ?? 0) ^ (1 << bit);
        expect(verifySignature(secret, headers, changed, sentAt)).to.equal("NO_SIGNATURE_MATCHES");
        const raw = Buffer.from(text);
        for (const change of [{ "hook-event-id": "evt_2" }, { "hook-timestamp": "2026-11-21T07:45:13Z" }]) {
          expect(verifySignature(secret, { ...headers, ...change }, raw, sentAt)).to.equal("NO_SIGNATURE_MATCHES");
        }
      }),
    );
  });

  for (const [seconds, verdict] of [
    [300, null],
    [-300, null],
    [301, "TIMESTAMP_TOO_FAR"],
    [-301, "TIMESTAMP_TOO_FAR"],
  ] as const) {
    it(`is ${verdict === null ? "accepted" : "refused"} ${seconds} s after the timestamp`, () => {
      const now = new Date(sentAt.getTime() + seconds * 1000);
      const headers = headersOf(vector.body, [vector.secret]);
      expect(verifySignature(vector.secret, headers, Buffer.from(vector.body), now)).to.equal(verdict);
    });
  }

  for (const [change, verdict] of [
    [{ "hook-signature": undefined }, "HEADER_MISSING"],
    [{ "hook-timestamp": undefined }, "HEADER_MISSING"],
    [{ "hook-event-id": undefined }, "HEADER_MISSING"],
    [{ "hook-timestamp": "1795247112" }, "TIMESTAMP_MALFORMED"],
    [{ "hook-timestamp": "2026-13-41T07:45:12Z" }, "TIMESTAMP_MALFORMED"],
    [{ "hook-signature": "" }, "NO_SIGNATURE_MATCHES"],
    [{ "hook-signature": "v1=" }, "NO_SIGNATURE_MATCHES"],
    [{ "hook-signature": vector.signature.replace("v1=", "v2=") }, "NO_SIGNATURE_MATCHES"],
    [{ "hook-signature": vector.signature.toUpperCase() }, "NO_SIGNATURE_MATCHES"],
  ] as const) {
    it(`is refused as ${verdict} with ${JSON.stringify(change)}`, () => {
      const headers = { ...headersOf(vector.body, [vector.secret]), ...change };
      expect(verifySignature(vector.secret, headers, Buffer.from(vector.body), sentAt)).to.equal(verdict);
    });
  }

  it("is written the way of Standard Webhooks too, one signature per secret", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 24, maxLength: 24 }), fc.string(), (key, body) => {
        const headers = headersOf(body, [secretOf(key), secretOf(randomBytes(24))]);
        const seconds = String(sentAt.getTime() / 1000);
        const digest = createHmac("sha256", key).update(`${vector.eventId}.${seconds}.${body}`).digest("base64");
        expect(headers["webhook-id"]).to.equal(vector.eventId);
        expect(headers["webhook-timestamp"]).to.equal(seconds);
        const [first, second, ...more] = headers["webhook-signature"]?.split(" ") ?? [];
        expect(first).to.equal(`v1,${digest}`);
        expect(second).to.match(/^v1,[A-Za-z0-9+/]{43}=$/);
        expect(more).to.deep.equal([]);
      }),
    );
  });
});
