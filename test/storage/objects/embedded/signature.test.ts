import { request } from "node:http";
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect } from "chai";
import { opened } from "#test/support/opened.ts";
import { bucket, codeOf, credentials, TestStore } from "../embedded-store.ts";

const quarter = 15 * 60_000;

describe("embedded object store: signatures", () => {
  /** How far the store's clock is ahead (ms). */
  let aheadMs = 0;
  const store = opened(() => TestStore.start({ now: () => Date.now() + aheadMs }));
  before(() => store.sdk().send(new PutObjectCommand({ Bucket: bucket, Key: "tenant/secret", Body: "secret" })));
  beforeEach(() => {
    aheadMs = 0;
  });

  async function answerTo(url: string, init: RequestInit = {}): Promise<string> {
    const answer = await fetch(url, init);
    const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1];
    return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
  }

  function presignedGet(expiresIn = 60): Promise<string> {
    return getSignedUrl(store.sdk(), new GetObjectCommand({ Bucket: bucket, Key: "tenant/secret" }), { expiresIn });
  }

  describe("in the header", () => {
    const get = new GetObjectCommand({ Bucket: bucket, Key: "tenant/secret" });

    it("are needed for everything", async () => {
      const url = `${store.endpoint}/${bucket}/tenant/secret`;
      expect(await answerTo(url)).to.equal("403 AccessDenied");
      expect(await answerTo(url, { method: "PUT", body: "mine" })).to.equal("403 AccessDenied");
      expect(await answerTo(url, { method: "DELETE" })).to.equal("403 AccessDenied");
      expect(await answerTo(`${store.endpoint}/${bucket}?list-type=2`)).to.equal("403 AccessDenied");
    });

    it("need the right secret", async () => {
      const client = store.sdk({ credentials: { ...credentials, secretAccessKey: "another" } });
      expect(await codeOf(client.send(get))).to.equal("403 SignatureDoesNotMatch");
    });

    it("need a known access key", async () => {
      const client = store.sdk({ credentials: { ...credentials, accessKeyId: "AKIAOTHER" } });
      expect(await codeOf(client.send(get))).to.equal("403 InvalidAccessKeyId");
    });

    it("need the store's region", async () => {
      expect(await codeOf(store.sdk({ region: "us-west-2" }).send(get))).to.equal("403 AccessDenied");
    });

    for (const [when, ms] of [
      ["late", quarter + 5_000],
      ["early", -quarter - 5_000],
    ] as const) {
      it(`are refused when more than 15 minutes ${when}`, async () => {
        const client = store.sdk({ maxAttempts: 1 });
        aheadMs = ms;
        expect(await codeOf(client.send(get))).to.equal("403 RequestTimeTooSkewed");
      });
    }

    it("are taken up to 15 minutes late", async () => {
      aheadMs = quarter - 5_000;
      expect(await codeOf(store.sdk().send(new HeadObjectCommand({ Bucket: bucket, Key: "tenant/secret" })))).to.equal(
        "accepted",
      );
    });

    it("cover the body", async () => {
      const client = store.sdk({ requestChecksumCalculation: "WHEN_REQUIRED" });
      client.middlewareStack.add(
        (next) => (args) => {
          const sent = args.request as { body: unknown };
          sent.body = "evil";
          return next(args);
        },
        { step: "finalizeRequest", priority: "low" },
      );
      const put = new PutObjectCommand({ Bucket: bucket, Key: "tenant/covered", Body: "good" });
      expect(await codeOf(client.send(put))).to.equal("400 XAmzContentSHA256Mismatch");
      expect(await codeOf(store.sdk().send(new HeadObjectCommand({ Bucket: bucket, Key: "tenant/covered" })))).to.equal(
        "404 NotFound",
      );
    });

    it("cover every x-amz- header", async () => {
      const client = store.sdk();
      client.middlewareStack.add(
        (next) => (args) => {
          const sent = args.request as { headers: Record<string, string> };
          sent.headers["x-amz-meta-owner"] = "mallory";
          return next(args);
        },
        { step: "finalizeRequest", priority: "low" },
      );
      const put = new PutObjectCommand({ Bucket: bucket, Key: "tenant/meta", Body: "x" });
      expect(await codeOf(client.send(put))).to.equal("403 AccessDenied");
    });
  });

  describe("in the query", () => {
    it("open the object to whoever has the address", async () => {
      const answer = await fetch(await presignedGet());
      expect(answer.status).to.equal(200);
      expect(await answer.text()).to.equal("secret");
    });

    it("expire", async () => {
      const url = await presignedGet(60);
      aheadMs = 58_000;
      expect(await answerTo(url)).to.equal("200");
      aheadMs = 61_000;
      expect(await answerTo(url)).to.equal("403 AccessDenied");
    });

    it("are refused when signed far in the future", async () => {
      const url = await presignedGet(60);
      aheadMs = -quarter - 5_000;
      expect(await answerTo(url)).to.equal("403 AccessDenied");
    });

    const changes: readonly (readonly [what: string, from: string | RegExp, to: string])[] = [
      ["another key", "tenant/secret", "tenant/covered"],
      ["another bucket", bucket, `${bucket}-2`],
      ["a longer life", "X-Amz-Expires=60", "X-Amz-Expires=6000"],
      ["more than seven days", "X-Amz-Expires=60", "X-Amz-Expires=604801"],
      ["no expiry", "X-Amz-Expires=60&", ""],
      ["another date", /X-Amz-Date=\d{8}T/, "X-Amz-Date=20200101T"],
      ["a date that is none", /X-Amz-Date=\w+/, "X-Amz-Date=soon"],
      ["another signature", /X-Amz-Signature=.{4}/, "X-Amz-Signature=0000"],
      ["no signature", /X-Amz-Signature=\w+&/, ""],
      ["one more parameter", "?", "?response-content-type=text%2Fhtml&"],
      ["fewer signed headers", "X-Amz-SignedHeaders=host", "X-Amz-SignedHeaders=range"],
    ];
    for (const [what, from, to] of changes) {
      it(`are refused with ${what}`, async () => {
        const url = await presignedGet(60);
        const changed = url.replace(from, to);
        expect(changed).to.not.equal(url);
        expect(await answerTo(changed)).to.match(/^403 (AccessDenied|SignatureDoesNotMatch)$/);
      });
    }

    it("hold for one method", async () => {
      const url = await presignedGet();
      expect(await answerTo(url, { method: "PUT", body: "mine" })).to.equal("403 SignatureDoesNotMatch");
      expect(await answerTo(url, { method: "DELETE" })).to.equal("403 SignatureDoesNotMatch");
    });

    it("work as the SDK makes them for a PUT", async () => {
      const put = new PutObjectCommand({ Bucket: bucket, Key: "tenant/direct" });
      const url = await getSignedUrl(store.sdk(), put, { expiresIn: 60 });
      expect(await answerTo(url, { method: "PUT", body: "from a browser" })).to.equal("200");
    });

    it("that bind the length refuse a body that does not tell it", async () => {
      const { url } = await store.objects().presignPut("tenant/chunked", { contentLength: 5, expiresInSeconds: 60 });
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const sent = request(
          url,
          { method: "PUT", headers: { "transfer-encoding": "chunked", "if-none-match": "*" } },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          },
        );
        sent.on("error", reject);
        sent.end("hello");
      });
      expect(status).to.equal(403);
    });
  });

  it("are not asked of a browser's preflight, which opens PUT to every page", async () => {
    const { url } = await store.objects().presignPut("tenant/cors", { contentLength: 5, expiresInSeconds: 60 });
    const origin = { origin: "https://app.example", "access-control-request-method": "PUT" };
    const preflight = await fetch(url, { method: "OPTIONS", headers: origin });
    expect(preflight.status).to.equal(204);
    expect(preflight.headers.get("access-control-allow-origin")).to.equal("*");
    expect(preflight.headers.get("access-control-allow-methods")).to.contain("PUT");
    const put = await fetch(url, {
      method: "PUT",
      headers: { origin: "https://app.example", "if-none-match": "*" },
      body: "hello",
    });
    expect(put.status).to.equal(200);
    expect(put.headers.get("access-control-allow-origin")).to.equal("*");
  });
});
