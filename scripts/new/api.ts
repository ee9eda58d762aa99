/** A new API: one operation that keeps notes, for its author to replace. */
import type { Changes } from "./changes.ts";
import { Refusal } from "./changes.ts";
import { camelCase, pascalCase, sentenceCase, snakeCase } from "./names.ts";
import { withElement, withImport, withProperty } from "./source.ts";

export interface NewApi {
  readonly name: string;
  readonly title: string | undefined;
  /** Milliseconds since the epoch, for the migration. */
  readonly timestamp: number;
}

const list = "src/apis/index.ts";
const tables = "src/storage/distribution.ts";
/** Folders and modules beside the APIs. */
const reserved = new Set(["common", "index", "generated", "listed", "default", "docs", "healthz", "readyz", "metrics"]);

/** Returns what to do next. Throws Refusal. */
export function newApi(changes: Changes, { name, title = sentenceCase(name), timestamp }: NewApi): readonly string[] {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 40)
    throw new Refusal(
      `"${name}" cannot name an API: lower-case letters, digits and hyphens, at most 40, such as loyalty.`,
    );
  if (reserved.has(name)) throw new Refusal(`"${name}" means something else here. Choose another name.`);
  for (const folder of ["specs", "src/apis", "generated"])
    if (changes.exists(`${folder}/${name}`)) throw new Refusal(`${folder}/${name} exists. Choose another name.`);

  const api = {
    name,
    title,
    timestamp,
    module: camelCase(name),
    type: pascalCase(name),
    table: `${snakeCase(name)}_notes`,
  };
  for (const [file, text] of Object.entries(filesOf(api))) changes.create(file, `${text.trim()}\n`);
  changes.change(list, (text) => {
    const listed = withElement(text, "listed", api.module);
    if (listed === null) throw new Refusal(`${list} has no array called listed to add the API to.`);
    return withImport(listed, `import { ${api.module} } from "./${name}/api.ts";`);
  });
  changes.change(tables, (text) => {
    const placed = withProperty(text, "distribution", placeOfNotes(api));
    if (placed === null) throw new Refusal(`${tables} has no object called distribution to add the table to.`);
    return placed;
  });
  return [
    `The ${title} API answers at /${name}: npm start, then open http://127.0.0.1:8080/${name}/docs`,
    `Test it:         npm test -- test/apis/${name}`,
    `Check it:        npm run check`,
    `Add to it:       npm run new -- operation ${name} listNotes get /v1/notes`,
  ];
}

interface Api {
  readonly name: string;
  readonly title: string;
  readonly timestamp: number;
  /** The name of its module in TypeScript. */
  readonly module: string;
  readonly type: string;
  readonly table: string;
}

function filesOf(api: Api): Record<string, string> {
  const { name, timestamp } = api;
  return {
    [`specs/${name}/openapi.yaml`]: root(api),
    [`specs/${name}/paths/notes.yaml`]: paths,
    [`specs/${name}/schemas/notes.yaml`]: schemas,
    [`specs/${name}/responses.yaml`]: responses,
    [`src/apis/${name}/api.ts`]: module(api),
    [`src/apis/${name}/callers.ts`]: callers(api),
    [`src/apis/${name}/handlers/notes.ts`]: handlers,
    [`src/apis/${name}/entities.ts`]: entity(api),
    [`src/apis/${name}/migrations/${timestamp}-create-${name}.ts`]: migration(api),
    [`test/apis/${name}/contract-plan.ts`]: plan(api),
    [`test/apis/${name}/operations/createNote.test.ts`]: test(api),
  };
}

const placeOfNotes = ({ name, table }: Api) =>
  `${table}: by("id", "${name} note", "Written and read by its id alone: it belongs to nobody")`;

const root = ({ name, title }: Api) => `
openapi: 3.1.1
info:
  title: Accord ${title} API
  version: 0.1.0
  summary: Keeps notes.
  description: |
    Keeps notes. Errors are problems (RFC 9457) with a stable \`code\`. Every answer carries \`X-Request-Id\`.
  license:
    name: Apache-2.0
    identifier: Apache-2.0
servers:
  - url: http://127.0.0.1:8080/${name}
    description: The server that \`npm start\` runs.
security: []
tags:
  - name: Notes
    description: Short texts.
paths:
  /v1/notes:
    $ref: 'paths/notes.yaml#/notes'
`;

const paths = `
notes:
  post:
    operationId: createNote
    summary: Keep a note
    description: Keeps a note under a new id.
    tags: [Notes]
    requestBody:
      required: true
      x-accord-body-limit: 65536
      content:
        application/json:
          schema:
            $ref: '../schemas/notes.yaml#/NoteInput'
          examples:
            note:
              summary: A reminder
              value:
                text: Water the plants.
    responses:
      '201':
        description: The note.
        headers:
          X-Request-Id:
            $ref: '../../common/headers.yaml#/RequestId'
        content:
          application/json:
            schema:
              $ref: '../schemas/notes.yaml#/Note'
            examples:
              note:
                summary: A reminder
                value:
                  id: '0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11'
                  text: Water the plants.
                  createdAt: '2026-11-21T10:00:00.000Z'
      '400':
        $ref: '../responses.yaml#/InvalidBody'
      '406':
        $ref: '../../common/responses.yaml#/NotAcceptable'
      '413':
        $ref: '../../common/responses.yaml#/PayloadTooLarge'
      '415':
        $ref: '../../common/responses.yaml#/UnsupportedMediaType'
      '500':
        $ref: '../../common/responses.yaml#/InternalError'
      '503':
        $ref: '../../common/responses.yaml#/Overloaded'
`;

const schemas = `
NoteInput:
  type: object
  description: A note to keep.
  required: [text]
  properties:
    text:
      type: string
      description: What is to be remembered.
      minLength: 1
      maxLength: 1000
  additionalProperties: false

Note:
  type: object
  description: A note as it is kept.
  required: [id, text, createdAt]
  properties:
    id:
      type: string
      description: Made by the server.
      format: uuid
      maxLength: 36
    text:
      type: string
      description: What is to be remembered.
      minLength: 1
      maxLength: 1000
    createdAt:
      type: string
      description: When it was kept.
      format: date-time
      maxLength: 24
  additionalProperties: false
`;

const responses = `
InvalidBody:
  description: 'The body does not match this document. Correct everything that \`fieldErrors\` lists before you send it again.'
  headers:
    X-Request-Id:
      $ref: '../common/headers.yaml#/RequestId'
  content:
    application/problem+json:
      schema:
        $ref: '../common/problem.yaml#/Problem'
      examples:
        VALIDATION_FAILED:
          $ref: '../common/problem-examples.yaml#/VALIDATION_FAILED'
        MALFORMED_JSON:
          $ref: '../common/problem-examples.yaml#/MALFORMED_JSON'
`;

const module = ({ name, title, module, type, timestamp }: Api) => `
/** The ${title} API, put together: its document, its handlers and what they stand on. */
import type { Contract } from "#generated/${name}/contract.ts";
import type { ApiDependencies, ApiModule, OpenedApi } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { bindApi } from "#src/contract/api.ts";
import { entitiesIn } from "#src/storage/entity.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import type { Callers } from "./callers.ts";
import * as tables from "./entities.ts";
import { noteHandlers } from "./handlers/notes.ts";
import { Create${type}${timestamp} } from "./migrations/${timestamp}-create-${name}.ts";

async function open({ database }: ApiDependencies): Promise<OpenedApi> {
  const api = bindApi<Contract, Callers>({
    ...generated("${name}"),
    authenticators: {},
    asProblem: overloadedWhenPassing,
    handlers: { ...noteHandlers({ database }) },
  });
  return { api, jobs: [], close: async () => {} };
}

export const ${module} = {
  name: "${name}",
  title: "${title}",
  entities: entitiesIn(tables),
  migrations: [Create${type}${timestamp}],
  open,
} as const satisfies ApiModule;
`;

const callers = ({ name }: Api) => `
import type { Contract } from "#generated/${name}/contract.ts";
import type { HandlersByTag } from "#src/contract/types.ts";

/** Nobody signs in: the document has no security schemes, so there is nothing to know about a caller. */
export type Callers = Readonly<Record<never, never>>;

/** The handlers of a tag of the document. */
export type HandlersOf<Tag extends keyof Contract["tags"]> = HandlersByTag<Contract, Callers, Tag>;
`;

const handlers = `
/** Notes, kept as they are. */
import type { Database } from "#src/storage/database.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { HandlersOf } from "../callers.ts";
import { noteEntity } from "../entities.ts";

export interface NoteHandlerDependencies {
  readonly database: Database;
}

export function noteHandlers({ database }: NoteHandlerDependencies): HandlersOf<"Notes"> {
  const notes = database.dataSource.getRepository(noteEntity);
  return {
    async createNote({ body: { text } }) {
      const note = { id: risingId(), text, createdAt: new Date() };
      await notes.insert(note);
      return { status: 201, body: note };
    },
  };
}
`;

const entity = ({ table }: Api) => `
/** The tables of this API. */
import { column, declareEntity } from "#src/storage/entity.ts";

export const noteEntity = declareEntity("${table}", {
  id: column.uuid.key,
  text: column.text,
  createdAt: column.timestamp,
});
`;

const migration = ({ type, timestamp, table }: Api) => `
import { ForwardMigration } from "#src/http/forward-migration.ts";

export class Create${type}${timestamp} extends ForwardMigration {
  protected override readonly statements = [
    \`CREATE TABLE ${table} (
       id uuid PRIMARY KEY,
       text text NOT NULL,
       created_at timestamptz NOT NULL
     )\`,
  ];
}
`;

const plan = ({ name, title, table }: Api) => `
/** How each operation of the ${title} API gets to each of its documented statuses. */
import { startTestServer } from "#test/support/server.ts";
import { type ContractPlan, startedPlan } from "../../../scripts/contract-runner/plan.ts";
import { callers, nobody } from "../../../scripts/contract-runner/shapes.ts";

export default {
  async start() {
    const server = await startTestServer({ apis: ["${name}"] });
    const { operation } = callers({ ...nobody, server });
    return startedPlan({ bring: { createNote: operation("${table}") } }, server);
  },
} satisfies ContractPlan;
`;

const test = ({ name }: Api) => `
/** What every operation answers (406, 413, 415, 500, 503) is in the contract plan. */
import { expect } from "chai";
import { startTestServer, type TestServer } from "#test/support/server.ts";

describe("createNote", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ apis: ["${name}"] });
  });
  after(() => server.stop());

  const create = (body: unknown) =>
    fetch(\`\${server.baseUrl}/v1/notes\`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  describe("201", () => {
    it("answers the note under a new id", async () => {
      const [first, second] = await Promise.all([create({ text: "Water the plants." }), create({ text: "Again." })]);
      expect([first.status, second.status]).to.deep.equal([201, 201]);
      const [one, other] = [(await first.json()) as { id: string }, (await second.json()) as { id: string }];
      expect(one).to.include({ text: "Water the plants." });
      expect(one.id).not.to.equal(other.id);
    });
  });

  describe("400", () => {
    it("refuses a note without text, and says where", async () => {
      const refused = await create({ text: "" });
      expect(refused.status).to.equal(400);
      const { code, fieldErrors } = (await refused.json()) as { code: string; fieldErrors: { path: string }[] };
      expect(code).to.equal("VALIDATION_FAILED");
      expect(fieldErrors.map(({ path }) => path)).to.deep.equal(["/body/text"]);
    });
  });
});
`;
