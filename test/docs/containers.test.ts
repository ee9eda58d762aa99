/** What compose.yaml and the Dockerfile say is so: no container engine is needed to see that. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { program } from "#src/cli.ts";
import { loadConfig, settingLines } from "#src/config.ts";
import { project, read } from "#test/support/documentation.ts";

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const { services } = parse(read("compose.yaml"), { merge: true }) as { services: Readonly<Record<string, Service>> };
const ours = Object.entries(services).filter(([, { image }]) => image === "accord");
const commands = program.commands.map((command) => command.name());
const variables = settingLines.map(({ variable }) => variable);
const dockerfile = read("Dockerfile");

/** The service's settings once an operator has chosen what is to be chosen. */
function settingsOf({ environment = {} }: Service): Record<string, string> {
  const chosen = (value: string) =>
    value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) =>
      kind === "-" ? rest : name === "ACCORD_MASTER_KEY" ? "0f".repeat(32) : "chosen-by-me",
    );
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, chosen(value)]));
}

describe("the containers", () => {
  for (const [name, service] of ours)
    it(`${name}: runs a command that there is, with settings that there are and that go together`, () => {
      expect(commands).to.include(service.command?.[0] ?? "serve");
      const settings = settingsOf(service);
      expect(variables).to.include.members(Object.keys(settings));
      expect(() => loadConfig(settings)).not.to.throw();
    });

  it("give migrations the owner's login, and servers and workers logins of their own", () => {
    const users = Object.fromEntries(
      ours.map(([name, service]) => {
        const { databaseUrl = "", workDatabaseUrl, migrateDatabaseUrl } = loadConfig(settingsOf(service));
        const used = name === "work" ? workDatabaseUrl : name === "migrate" ? migrateDatabaseUrl : databaseUrl;
        return [name, new URL(used ?? "").username];
      }),
    );
    const owner = services.postgres?.environment?.POSTGRES_USER;
    expect(users.migrate).to.equal(owner);
    expect(new Set(Object.values(users)).size).to.equal(3);
    for (const name of ["serve", "work"])
      expect(settingsOf(services[name] as Service), name).not.to.have.property("ACCORD_MIGRATE_DATABASE_URL");
  });

  it("wait for what they need: a healthy database, migrations, a bucket", () => {
    for (const [name, { depends_on = {} }] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const healthcheck = services[other]?.healthcheck;
        expect(services, `${name} waits for ${other}`).to.have.property(other);
        if (condition === "service_healthy") expect(healthcheck?.test, `${other}, healthy`).to.be.an("array");
      }
    }
    for (const name of ["serve", "work"]) expect(services[name]?.depends_on).to.have.keys("migrate", "bucket");
    expect(services.migrate?.depends_on).to.have.keys("postgres");
    expect(services.bucket?.command?.at(-1)).to.equal(
      `store/${settingsOf(services.serve as Service).ACCORD_S3_BUCKET}`,
    );
  });

  it("are built from files that there are and that .dockerignore lets in, with settings that there are", () => {
    const admitted = read(".dockerignore")
      .split("\n")
      .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = ""]) =>
      files.split(" "),
    );
    for (const file of copied.filter((name) => name !== ".")) {
      expect(existsSync(join(project, file)), file).to.equal(true);
      expect(admitted, "of .dockerignore").to.include(file);
    }
    const set = [...dockerfile.matchAll(/(ACCORD_\w+)/g)].map(([, name]) => name);
    expect(variables).to.include.members(set);
    const [, given = ""] = /^CMD \["(\w+)"\]\s*$/m.exec(dockerfile.slice(dockerfile.lastIndexOf("FROM"))) ?? [];
    expect(given).to.equal("serve");
  });

  it("name no version of an image as the latest", () => {
    const images = [...Object.values(services).map(({ image }) => image), ...dockerfile.matchAll(/^FROM (\S+)/gm)];
    for (const image of images.map(String).filter((name) => name !== "accord")) expect(image).to.match(/:[\w.-]+/);
  });
});
