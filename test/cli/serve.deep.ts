import { readFileSync, renameSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { opened } from "#test/support/opened.ts";
import { until } from "#test/support/until.ts";
import { Accord, accord } from "./support/accord.ts";

/** A connection that has sent all of a request but the end of its body. */
class HalfRequest {
  readonly socket: Socket;
  answer = "";
  closed = false;

  constructor(url: string, path: string, headers: readonly string[], body: string) {
    const { hostname, port } = new URL(url);
    const head = [`POST ${path} HTTP/1.1`, `Host: ${hostname}`, `Content-Length: ${body.length + 1}`, ...headers];
    this.socket = connect(Number(port), hostname);
    this.socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    this.socket.on("data", (bytes) => {
      this.answer += bytes.toString();
    });
    this.socket.on("close", () => {
      this.closed = true;
    });
  }

  /** Sends the end, and `next` on the same connection. */
  finish(next: string): void {
    this.socket.write(` ${next}`);
  }
}

describe("accord serve", () => {
  const folder = temporaryFolder();
  const env = { ACCORD_DATA_DIR: folder };
  let apiKey: string;
  before(async () => {
    // Serving alone seeds nothing; the demo tenants come from a first start.
    await new Accord(["seed"], { env }).finished;
    const demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")) as { observability: { apiKey: string } };
    apiKey = demo.observability.apiKey;
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  describe("--api observability", () => {
    let url: string;
    let metricsUrl: string;
    const server = opened(
      () => new Accord(["serve", "--api", "observability"], { env: { ...env, ACCORD_METRICS_PORT: "0" } }),
    );
    before(async () => {
      const [, metricsPort] = await server.said(/"port":(\d+),"msg":"metrics are served"/);
      metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
      url = await server.listening();
    });

    it("answers at the root", async () => {
      const verified = await fetch(`${url}/api/auth/verify`, { headers: { "x-api-key": apiKey } });
      expect(verified.status).to.equal(200);
      const document = (await (await fetch(`${url}/openapi.json`)).json()) as { servers: { url: string }[] };
      expect(document.servers[0]?.url).to.equal(url);
    });

    it("leads from / to the reference", async () => {
      const answer = await fetch(url, { redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).to.deep.equal([302, "/docs"]);
    });

    it("answers probes at the root too", async () => {
      expect((await fetch(`${url}/healthz`)).status).to.equal(200);
      const ready = (await (await fetch(`${url}/readyz`)).json()) as { checks: object };
      expect(ready.checks).to.deep.equal({ database: "ok", migrations: "ok", nodes: "ok", objects: "ok", start: "ok" });
    });

    it("counts answers by operation and status, on a port of their own", async () => {
      await fetch(`${url}/api/auth/verify`);
      const answer = await fetch(metricsUrl);
      expect(answer.headers.get("content-type")).to.match(/^text\/plain/);
      expect(await answer.text()).to.match(
        /^accord_http_request_duration_seconds_count\{operation="verifyKey",status="401"\} [1-9]/m,
      );
      expect((await fetch(`${url}/metrics`)).status).to.equal(404);
    });
  });

  it("finishes what is in flight when it is told to stop, and takes nothing new", async () => {
    const server = new Accord(["serve", "--api", "observability"], { env });
    const url = await server.listening();
    const event = JSON.stringify({ level: 30, time: Date.now(), message: "Sent while the server stopped" });
    const headers = [`x-api-key: ${apiKey}`, "content-type: application/json"];
    const request = new HalfRequest(url, "/api/v1/monitor/ingest", headers, event);
    // An answer on another connection proves that the server has read the first half.
    await fetch(`${url}/healthz`);

    server.process.kill("SIGTERM");
    await until(async () => (await fetch(`${url}/healthz`).catch(() => null)) === null);
    expect(server.process.exitCode).to.equal(null);
    request.finish("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await until(() => request.closed);
    // A client sends what came after an answer with "Connection: close" again, on another connection (RFC 9112, 9.3.2).
    expect(request.answer).to.match(/^HTTP\/1\.1 202 .*\r\nConnection: close\r\n.*"ingested":1,[^}]*\}$/s);
    expect(await server.finished).to.include({ code: 0 });
  });

  it("is unready, but alive, while its database is away, and ready when it is back", async () => {
    const server = new Accord(["serve"], { env });
    const url = await server.listening();
    const data = join(folder, "postgres", "data");
    const [postmaster = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    // Without its control file PostgreSQL cannot be started again.
    const control = join(data, "global", "pg_control");
    renameSync(control, `${control}.away`);
    process.kill(Number(postmaster), "SIGQUIT");
    // A busy machine may be late with another check for a moment.
    await until(async () => {
      const answer = await fetch(`${url}/readyz`);
      const { status, checks } = (await answer.json()) as { status: string; checks: Record<string, string> };
      const databaseAlone = checks.database === "has stopped, and is started again" && checks.objects === "ok";
      return answer.status === 503 && status === "unready" && databaseAlone;
    });
    expect((await fetch(`${url}/healthz`)).status).to.equal(200);
    for (const command of [["serve"], ["project", "list"]]) {
      const { code, errors } = await accord(command, { env });
      expect(code).to.equal(1);
      expect(errors).to.match(
        /^The database of the Accord that runs on \S+ cannot be used: connect (?:ENOENT|ECONNREFUSED) \S+\. .*Try again then.*\n$/,
      );
      expect(errors).to.include(folder);
    }
    renameSync(`${control}.away`, control);
    await until(async () => (await fetch(`${url}/readyz`)).status === 200);
    expect(await server.stop()).to.include({ code: 0 });
  });

  it("refuses an API that it does not have", async () => {
    const { code, output } = await new Accord(["serve", "--api", "weather"], { env }).finished;
    expect(code).to.equal(1);
    expect(output).to.match(/'weather' is invalid\. Allowed choices are .*observability/);
  });
});

describe("accord serve --mock", () => {
  let url: string;
  const server = opened(
    () =>
      new Accord(["serve", "--mock", "observability"], {
        env: { ACCORD_CONTACT_EMAIL: "help@example.org", ACCORD_TERMS_URL: "https://example.org/terms" },
      }),
  );
  before(async () => {
    url = await server.listening();
  });

  it("publishes the contact and the terms that the settings name", async () => {
    const { info } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
    expect(info.contact).to.deep.equal({ name: "Whoever runs this server", email: "help@example.org" });
    expect(info.termsOfService).to.equal("https://example.org/terms");
  });

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/v1/monitor/ingest`, {
      method: "POST",
      headers: { "x-api-key": "anyone", "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  it("answers with the example and the status that the caller prefers", async () => {
    const event = { level: 30, time: Date.now(), message: "Hello" };
    expect(await (await post(event, { prefer: "example=partly" })).json()).to.include({ skipped: 1, deduped: 1 });
    expect((await post(event, { prefer: "code=429" })).status).to.equal(429);
  });
});
