/** The verification code of docs/guides/webhooks.md, run in every language that this machine has. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type SigningSecret, signedHeaders } from "#src/webhooks/signature.ts";
import { temporaryFolder } from "#test/support/folder.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "guides", "webhooks.md"), "utf8");

interface Case {
  readonly name: string;
  readonly accepted: boolean;
  readonly secret: string;
  readonly timestamp: string;
  readonly eventId: string;
  readonly signatures: string;
  readonly body: string;
  /** Seconds since the epoch. */
  readonly now: number;
}

const sentAt = new Date("2026-11-21T07:45:12Z");
const now = sentAt.getTime() / 1000;
const current: SigningSecret = { id: "whk_2", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };
const previous: SigningSecret = { id: "whk_1", secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" };
const body = '{"eventId":"evt_1","type":"policy.issued","data":{"name":"Zoë ☂ 𝄞"}}';
const signed = signedHeaders(
  { eventId: "evt_1", eventType: "policy.issued", attempt: 1, body },
  [current, previous],
  sentAt,
);
const genuine: Case = {
  name: "genuine",
  accepted: true,
  secret: current.secret,
  timestamp: "2026-11-21T07:45:12Z",
  eventId: "evt_1",
  signatures: signed["Hook-Signature"] ?? "",
  body,
  now,
};
const refused = (name: string, change: Partial<Case>): Case => ({ ...genuine, name, accepted: false, ...change });

/** The delivery that the page gives to readers of other languages, as its table says it. */
function published(): Case {
  const said = (name: string) => new RegExp(`^\\| \`?${name}\`? \\| \`(.*)\` \\|$`, "m").exec(page)?.[1] ?? "";
  return {
    ...genuine,
    name: "the one that the page shows",
    secret: said("secret"),
    timestamp: said("Hook-Timestamp"),
    eventId: said("Hook-Event-Id"),
    signatures: said("Hook-Signature"),
    body: said("body"),
  };
}

const cases: readonly Case[] = [
  genuine,
  published(),
  { ...genuine, name: "signed with the previous secret too", secret: previous.secret },
  { ...genuine, name: "five minutes old", now: now + 300 },
  { ...genuine, name: "five minutes ahead", now: now - 300 },
  refused("too old", { now: now + 301 }),
  refused("too far ahead", { now: now - 301 }),
  refused("of another secret", { secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }),
  refused("with another body", { body: `${body} ` }),
  refused("of another event", { eventId: "evt_2" }),
  refused("of another time", { timestamp: "2026-11-21T07:45:13Z" }),
  refused("without a readable time", { timestamp: "now" }),
  refused("without a signature", { signatures: "" }),
  refused("with half a signature", { signatures: genuine.signatures.slice(0, 30) }),
  refused("of another version", { signatures: genuine.signatures.replaceAll("v1=", "v2=") }),
];

interface Language {
  readonly name: string;
  readonly fence: string;
  /** Tells whether the language is here. */
  readonly probe: readonly [string, ...string[]];
  /** Writes the page's code and a program around it; returns how to run it. It prints `true` or `false` per case. */
  readonly program: (folder: string, code: string, casesFile: string) => readonly [string, ...string[]];
}

function write(folder: string, file: string, text: string): string {
  const path = join(folder, file);
  writeFileSync(path, text);
  return path;
}

/** Every field in base64, a case per line: no language needs a JSON library to read it. */
const casesText = cases
  .map((one) =>
    [one.secret, one.timestamp, one.eventId, one.signatures, one.body, String(one.now)]
      .map((field) => Buffer.from(field).toString("base64"))
      .join(" "),
  )
  .join("\n");

const languages: readonly Language[] = [
  {
    name: "Node.js",
    fence: "js",
    probe: [process.execPath, "--version"],
    program: (folder, code, casesFile) => {
      const main = `
        import { readFileSync } from "node:fs";
        import { verify } from "./webhook.mjs";
        for (const line of readFileSync(process.argv[2], "utf8").split("\\n")) {
          const [secret, timestamp, id, signatures, body, now] = line.split(" ").map((f) => Buffer.from(f, "base64"));
          console.log(verify(String(secret), String(timestamp), String(id), String(signatures), body, now * 1000));
        }`;
      write(folder, "webhook.mjs", code);
      return [process.execPath, write(folder, "main.mjs", main), casesFile];
    },
  },
  {
    name: "Python",
    fence: "python",
    probe: ["python3", "--version"],
    program: (folder, code, casesFile) => {
      const main = `
import base64, sys
from datetime import datetime, timezone
from webhook import verify
for line in open(sys.argv[1]).read().split("\\n"):
    secret, timestamp, event_id, signatures, body, now = [base64.b64decode(f) for f in line.split(" ")]
    at = datetime.fromtimestamp(int(now), timezone.utc)
    print(str(verify(secret.decode(), timestamp.decode(), event_id.decode(), signatures.decode(), body, at)).lower())`;
      write(folder, "webhook.py", code);
      return ["python3", write(folder, "main.py", main), casesFile];
    },
  },
  {
    name: "Go",
    fence: "go",
    probe: ["go", "version"],
    program: (folder, code, casesFile) => {
      const main = `package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"example/webhook"
)

func main() {
	text, _ := os.ReadFile(os.Args[1])
	for _, line := range strings.Split(string(text), "\\n") {
		var fields [6]string
		for i, field := range strings.Split(line, " ") {
			decoded, _ := base64.StdEncoding.DecodeString(field)
			fields[i] = string(decoded)
		}
		now, _ := strconv.ParseInt(fields[5], 10, 64)
		at := time.Unix(now, 0)
		fmt.Println(webhook.Verify(fields[0], fields[1], fields[2], fields[3], []byte(fields[4]), at))
	}
}`;
      mkdirSync(join(folder, "webhook"));
      write(folder, "go.mod", "module example\n\ngo 1.21\n");
      write(join(folder, "webhook"), "webhook.go", code);
      write(folder, "main.go", main);
      return ["go", "run", ".", casesFile];
    },
  },
  {
    name: "Java",
    fence: "java",
    probe: ["java", "-version"],
    program: (folder, code, casesFile) => {
      const main = `
class Main {
  public static void main(String[] args) throws Exception {
    for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of(args[0]))) {
      byte[][] fields = java.util.Arrays.stream(line.split(" ", -1))
          .map(java.util.Base64.getDecoder()::decode).toArray(byte[][]::new);
      Instant now = Instant.ofEpochSecond(Long.parseLong(text(fields[5])));
      System.out.println(Webhook.verify(
          text(fields[0]), text(fields[1]), text(fields[2]), text(fields[3]), fields[4], now));
    }
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
`;
      // One file, the program's class first: the launcher runs the first class of a source file.
      const at = code.indexOf("class Webhook");
      return ["java", write(folder, "Main.java", code.slice(0, at) + main + code.slice(at)), casesFile];
    },
  },
  {
    name: "PHP",
    fence: "php",
    probe: ["php", "--version"],
    program: (folder, code, casesFile) => {
      const main = `<?php
require 'webhook.php';
foreach (explode("\\n", file_get_contents($argv[1])) as $line) {
    $fields = array_map('base64_decode', explode(' ', $line));
    $fields[5] = (int) $fields[5];
    echo verify(...$fields) ? "true\\n" : "false\\n";
}`;
      write(folder, "webhook.php", code);
      return ["php", write(folder, "main.php", main), casesFile];
    },
  },
];

describe("the verification code for receivers", () => {
  for (const { name, fence, probe, program } of languages) {
    const [probing, ...probeArguments] = probe;
    const here = spawnSync(probing, probeArguments).status === 0;

    (here ? it : it.skip)(`holds in ${name}${here ? "" : ` (skipped: there is no ${probing} on this machine)`}`, () => {
      const code = new RegExp(`\`\`\`${fence}\\n(.*?)\`\`\``, "s").exec(page)?.[1] ?? "";
      const folder = temporaryFolder();
      const [command, ...args] = program(folder, code, write(folder, "cases.txt", casesText));
      const ran = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
      const verdicts = ran.stdout.trim().split("\n");
      const told = cases.map((one, index) => `${one.name}: ${verdicts[index]}`);
      expect(told, ran.stderr).to.deep.equal(cases.map((one) => `${one.name}: ${one.accepted}`));
    });
  }
});
