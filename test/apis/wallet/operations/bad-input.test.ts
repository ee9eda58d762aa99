/** Every field of every operation, as the document has them, with what must not be in it: 400, status 199 and the field's name. */
import { expect } from "chai";
import {
  type OpenApiDocument,
  operationsOf,
  type ParameterObject,
  type RequestBodyObject,
  resolve,
} from "#src/contract/document.ts";
import { documentOf } from "#test/contract/support/plans.ts";
import { anOperatorToken } from "#test/support/personal-tokens.ts";
import { type Failure, sharedWalletServer, type Wallet } from "./server.ts";

/** The part of a schema that tells which values are bad. */
interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly format?: string;
}

interface ObjectSchema {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, FieldSchema | { readonly $ref: string }>>;
}

interface Field {
  readonly name: string;
  readonly where: "body" | "query";
  readonly required: boolean;
  readonly schema: FieldSchema;
}

interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly fields: readonly Field[];
  /** A request that is well formed, as the document's examples have it. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

const document = documentOf("wallet");
/** Free text that may be empty, and the one amount that may be zero: the payer chooses. */
const mayBeEmpty = new Set([
  "createClientFromDetails middlename",
  "createClientFromDetails address",
  "createClientFromDetails bvn",
  "createClientFromDetails gender",
  "createClientFromBvn dateOfBirth",
  "lookUpAccount bank",
  "enquireAccount accountNo",
  "listInwardTransactions accountNo",
  "listBillers categoryName",
  "issueToken validityPeriod",
  "createVirtualAccount validityTime",
  ...["generateQrCode", "payQrCode"].flatMap((operation) => [`${operation} phone`, `${operation} email`]),
  "generateQrCode amount",
  "payQrCode qrCode",
  "simulateInwardCredit senderAccountNo",
  "simulateInwardCredit senderBank",
  ...["fromClientId", "fromClient", "fromSavingsId", "fromBvn", "toClientId", "toClient", "toSavingsId"].map(
    (field) => `createTransfer ${field}`,
  ),
  "createTransfer toSession",
  "createTransfer toBvn",
  "createTransfer remark",
  "simulateInwardCredit senderNarration",
]);
const mayBeZero = new Set(["generateQrCode amount"]);

function schemaOf<T>(of: OpenApiDocument, schema: T | { readonly $ref: string }): T {
  return { ...resolve<T>(of, schema as T), ...(schema as T) };
}

function operations(): Operation[] {
  return [...operationsOf(document)].map(({ path, method, operation, parameters }) => {
    const body = operation.requestBody && resolve<RequestBodyObject>(document, operation.requestBody);
    const json = body?.content["application/json"];
    const [example] = Object.values(json?.examples ?? {});
    const object = json && resolve<ObjectSchema>(document, json.schema as unknown as ObjectSchema);
    const asked = parameters.filter(({ name }: ParameterObject) => name !== "wallet-credentials");
    return {
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      query: Object.fromEntries(
        asked.filter(({ required }) => required).map(({ name, example: value }) => [name, String(value)]),
      ),
      body:
        example === undefined
          ? undefined
          : (resolve<{ readonly value?: unknown }>(document, example).value as Operation["body"]),
      fields: [
        ...asked.map(({ name, required = false, schema }) => ({
          name,
          where: "query" as const,
          required,
          schema: schemaOf(document, schema as unknown as FieldSchema),
        })),
        ...Object.entries(object?.properties ?? {}).map(([name, schema]) => ({
          name,
          where: "body" as const,
          required: object?.required?.includes(name) ?? false,
          schema: schemaOf<FieldSchema>(document, schema),
        })),
      ],
    };
  });
}

/** What must not be in the field, by the name of what is wrong with it; undefined leaves it out. */
function badValues(operationId: string, { name, where, required, schema }: Field): [string, unknown][] {
  const { type = [], pattern = "", maxLength } = schema;
  const types = [type].flat();
  const isAmount = pattern.includes("[0-9]{0,11}");
  const fullName = `${operationId} ${name}`;
  const longest = maxLength ?? Math.max(0, ...(schema.enum ?? []).map((value) => String(value).length), 10);
  return [
    ...(required ? [["missing", undefined] as [string, unknown]] : []),
    ...(mayBeEmpty.has(fullName) ? [] : [["empty", ""] as [string, unknown]]),
    ["over-long", "1".repeat(longest + 1)],
    ...(where === "body"
      ? [
          ["wrong-typed", types.includes("integer") ? {} : 7] as [string, unknown],
          ["a list", ["1"]] as [string, unknown],
        ]
      : []),
    ...(isAmount
      ? ([
          ["negative", "-1.00"],
          ["over-scale", "1.005"],
          ["in words", "one"],
          ...(mayBeZero.has(fullName)
            ? []
            : [
                ["zero", "0"],
                ["zero", "0.00"],
              ]),
        ] as [string, unknown][])
      : []),
  ];
}

describe("bad input to the wallet API", () => {
  const server = sharedWalletServer();
  let wallet: Wallet;
  let operatorToken: string;
  before(async () => {
    wallet = await server.aWallet();
    operatorToken = await anOperatorToken(server.database);
  });
  /** Who may call an operation. */
  const callerOf = (operationId: string, path: string) => {
    if (path.startsWith("/operators/")) return { headers: { "x-api-key": operatorToken } };
    return operationId === "issueToken"
      ? { headers: { authorization: `Basic ${wallet.credentials}` } }
      : { as: wallet };
  };

  for (const { operationId, method, path, query, body, fields } of operations()) {
    it(`of ${operationId} is named by its field, also all of it at once`, async () => {
      const send = (parts: { query: Record<string, string | undefined>; body?: object }) =>
        server.send<Failure>(method, path, { ...callerOf(operationId, path), ...parts });
      for (const field of fields)
        for (const [fault, value] of badValues(operationId, field)) {
          const { name, where } = field;
          const answer = await send({
            query: where === "query" ? { ...query, [name]: value as string | undefined } : query,
            ...(body !== undefined && { body: where === "body" ? { ...body, [name]: value } : body }),
          });
          const what = `${name}, ${fault}`;
          expect([answer.status, answer.body.status], what).to.deep.equal([400, "199"]);
          expect(answer.body.message, what).to.include(name);
          expect(
            answer.body.data.errors.map((error) => error.path),
            what,
          ).to.include(`/${where}/${name}`);
        }
      if (body === undefined) return;
      const required = fields.filter((field) => field.where === "body" && field.required);
      const answer = await send({ query, body: {} });
      expect([answer.status, answer.body.status]).to.deep.equal([400, "199"]);
      if (required.length > 0)
        expect(answer.body.data.errors.map((error) => error.path)).to.have.members(
          required.map(({ name }) => `/body/${name}`),
        );
    });
  }
});
