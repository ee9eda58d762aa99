import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { loadConfig, settingLines } from "#src/config.ts";
import { StartupError } from "#src/storage/startup-error.ts";

function refusalsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    expect(error).to.be.instanceOf(StartupError);
    return (error as Error).message.split("\n");
  }
  return [];
}

const project = join(import.meta.dirname, "..");
const hexKey = "0f".repeat(32);

describe("configuration", () => {
  it("needs no variable at all", () => {
    const config = loadConfig({});
    expect(config).to.deep.include({
      host: "127.0.0.1",
      port: 8080,
      metricsHost: "127.0.0.1",
      metricsPort: 9464,
      allowedHosts: [],
      databaseUrl: undefined,
      logLevel: "info",
      responseChecks: "always",
      trustedProxies: [],
      webhookAllowLoopback: false,
      quotaEvents: 60_000,
      quotaMobileEvents: 12_000,
      retentionTraces: 7,
      quotaWebVitals: 6_000,
      retentionMetrics: 395,
    });
    expect(config.dataDir).to.match(/\/\.accord$/);
  });

  it("takes an empty variable as a missing one", () => {
    expect(loadConfig({ ACCORD_PORT: "", ACCORD_METRICS_PORT: " " })).to.deep.include({
      port: 8080,
      metricsPort: 9464,
    });
  });

  it("checks responses by sample in production, unless told otherwise", () => {
    expect(loadConfig({ NODE_ENV: "production" }).responseChecks).to.equal("sampled");
    expect(loadConfig({ NODE_ENV: "production", ACCORD_RESPONSE_CHECKS: "off" }).responseChecks).to.equal("off");
  });

  it("reads every kind of value", () => {
    const config = loadConfig({
      ACCORD_PORT: "0",
      ACCORD_METRICS_HOST: "0.0.0.0",
      ACCORD_METRICS_PORT: "off",
      ACCORD_ALLOWED_HOSTS: "api.example.org, localhost:8080, [::1]:8080",
      ACCORD_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      ACCORD_DATABASE_URL: "postgres://u:p@db.example:5432/accord",
      ACCORD_MASTER_KEY: hexKey,
      ACCORD_WEBHOOK_ALLOW_LOOPBACK: "1",
      ACCORD_QUOTA_QUERIES: "5",
    });
    expect(config).to.deep.include({
      port: 0,
      metricsHost: "0.0.0.0",
      metricsPort: "off",
      allowedHosts: ["api.example.org", "localhost:8080", "[::1]:8080"],
      trustedProxies: ["10.0.0.0/8", "::1"],
      webhookAllowLoopback: true,
      quotaQueries: 5,
      masterKey: Buffer.from(hexKey, "hex"),
    });
  });

  it("reads the master key in hex, base64 and base64url alike", () => {
    const key = Buffer.alloc(32, 0xfb);
    for (const encoding of ["hex", "base64", "base64url"] as const) {
      expect(loadConfig({ ACCORD_MASTER_KEY: key.toString(encoding) }).masterKey).to.deep.equal(key);
    }
  });

  const refused: [string, string][] = [
    ["ACCORD_HOST", "two words"],
    ["ACCORD_PORT", "65536"],
    ["ACCORD_PORT", "80.5"],
    ["ACCORD_METRICS_PORT", "never"],
    ["ACCORD_METRICS_HOST", "all of them"],
    ["ACCORD_ALLOWED_HOSTS", "https://api.example.org"],
    ["ACCORD_S3_ENDPOINT", "ftp://files.example"],
    ["ACCORD_S3_BUCKET", "Not_A_Bucket"],
    ["ACCORD_TRUSTED_PROXIES", "10.0.0.0/33"],
    ["ACCORD_LOG_LEVEL", "loud"],
    ["ACCORD_RESPONSE_CHECKS", "sometimes"],
    ["ACCORD_WEBHOOK_ALLOW_LOOPBACK", "yes"],
    ["ACCORD_QUOTA_EVENTS", "-1"],
    ["ACCORD_RETENTION_LOGS", "0"],
    ["ACCORD_CONTACT_EMAIL", "someone"],
    ["ACCORD_CONTACT_URL", "ftp://help.example"],
    ["ACCORD_TERMS_URL", "terms.html"],
    ["ACCORD_SERVER_DESCRIPTION", "x".repeat(501)],
  ];
  for (const [variable, value] of refused) {
    it(`refuses ${variable}=${value}, naming it, the value and what is expected`, () => {
      const [line = ""] = refusalsOf({ [variable]: value });
      expect(line).to.include(`${variable} is "${value.length > 60 ? `${value.slice(0, 60)}…` : value}": expected `);
    });
  }

  for (const variable of ["ACCORD_DATABASE_URL", "ACCORD_MASTER_KEY", "AWS_SECRET_ACCESS_KEY"]) {
    it(`never echoes a bad ${variable}`, () => {
      const lines = refusalsOf({ [variable]: "hunter 2" });
      expect(lines[0]).to.match(new RegExp(`^${variable} is not valid: expected `));
      expect(lines.join()).not.to.include("hunter");
    });
  }

  it("lists everything that is wrong at once", () => {
    const lines = refusalsOf({ ACCORD_PORT: "x", ACCORD_LOG_LEVEL: "x", ACCORD_QUOTA_QUERIES: "x" });
    expect(lines).to.have.length(3);
  });

  const misspelt: [variable: string, nearest: string][] = [
    ["ACCORD_PROT", "ACCORD_PORT"],
    ["ACCORD_POR", "ACCORD_PORT"],
    ["ACCORD_DATABSE_URL", "ACCORD_DATABASE_URL"],
    ["ACCORD_RETENTION_EVENT", "ACCORD_RETENTION_EVENTS"],
    ["ACCORD_METRIC_PORT", "ACCORD_METRICS_PORT"],
    ["ACCORD_MAX_DELAY", "ACCORD_MAX_DELAY_MS"],
  ];
  for (const [variable, nearest] of misspelt) {
    it(`refuses ${variable} and names ${nearest}`, () => {
      expect(refusalsOf({ [variable]: "hunter2" })).to.deep.equal([
        `${variable} is not a setting. Did you mean ${nearest}?`,
      ]);
    });
  }

  it("takes no notice of what is empty, what commands, tests and benchmarks read, and what Kubernetes tells of services", () => {
    const services = {
      ACCORD_SERVICE_HOST: "10.0.0.7",
      ACCORD_SERVICE_PORT_HTTP: "80",
      ACCORD_WEB_PORT: "tcp://10.0.0.7:80",
      ACCORD_WEB_PORT_80_TCP_ADDR: "10.0.0.7",
    };
    loadConfig({ ...services, ACCORD_PROT: " ", ACCORD_TEST_CLUSTER: "x", ACCORD_BENCH_FOLDER: "x", OTHER_PROT: "x" });
  });

  it("knows every variable that the code reads", () => {
    const code = globSync("src/**/*.ts", { cwd: project }).map((file) => readFileSync(join(project, file), "utf8"));
    const names = new Set(code.join("\n").match(/(?<=")ACCORD_[A-Z0-9_]+(?=")/g));
    expect(names.size).to.be.greaterThan(50);
    const env = Object.fromEntries([...names].map((name) => [name, "\0"]));
    expect(refusalsOf(env).filter((line) => line.includes("is no setting"))).to.deep.equal([]);
  });

  it("wants a master key beside a database of one's own", () => {
    expect(refusalsOf({ ACCORD_DATABASE_URL: "postgres://db.example/accord" })[0]).to.match(
      /^ACCORD_MASTER_KEY is missing/,
    );
  });

  it("refuses one port for two servers, half a credential, and an endpoint without a bucket", () => {
    expect(refusalsOf({ ACCORD_PORT: "9464" })[0]).to.match(/^ACCORD_METRICS_PORT/);
    expect(refusalsOf({ AWS_ACCESS_KEY_ID: "AKIA" })[0]).to.match(/AWS_SECRET_ACCESS_KEY/);
    for (const variable of ["ACCORD_S3_ENDPOINT", "ACCORD_S3_PUBLIC_ENDPOINT"])
      expect(refusalsOf({ [variable]: "https://s3.example" })[0]).to.match(/^ACCORD_S3_BUCKET is missing/);
  });

  it("describes every variable once, for the help text", () => {
    const names = settingLines.map(({ variable }) => variable);
    expect(new Set(names).size).to.equal(names.length);
    for (const line of settingLines) expect(Object.values(line), line.variable).not.to.include("");
  });
});
