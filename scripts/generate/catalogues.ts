/** docs/error-codes.md and docs/webhook-events.md, from the documents: every code and every event, with the operations they belong to. */
import {
  type MediaTypeObject,
  type OpenApiDocument,
  operationsOf,
  type PathItemObject,
  type RequestBodyObject,
  type ResponseObject,
  resolve,
} from "#src/contract/document.ts";
import { operationFragment } from "#src/server/documentation/addresses.ts";
import type { Catalogue } from "./problems.ts";

export interface ServedDocument {
  readonly api: string;
  readonly document: OpenApiDocument;
}

/** What the server sends, by the name of the event. */
interface Sending {
  readonly webhooks?: Readonly<Record<string, PathItemObject>>;
}

interface Answering {
  readonly title: string;
  /** The name of the operation, as a link to its place in the reference. */
  readonly link: string;
}

/** The page server replaces this address by its own. */
const server = "http://127.0.0.1:8080";

export function errorCodesPage(catalogue: Catalogue, served: readonly ServedDocument[]): string {
  const answering = operationsByCode(served);
  const unknown = [...answering.keys()].filter((code) => !Object.hasOwn(catalogue, code));
  const sections = Object.entries(catalogue).map(([code, { status, title, detail, cause, action }]) => {
    const operations = answering.get(code) ?? [];
    const groups = Map.groupBy(operations, (operation) => operation.title);
    const rows = [...groups].map(
      ([api, those]) => `| ${api} | ${[...new Set(those.map(({ link }) => link))].join(", ")} |`,
    );
    const table =
      rows.length === 0
        ? "No operation has an example with this code: any operation may answer it."
        : `| API | Operations |\n| --- | --- |\n${rows.join("\n")}`;
    return `## ${code}\n\n**${title}**, ${status}. ${detail}\n\n- **Cause:** ${cause}\n- **What to do:** ${action}\n\n${table}\n`;
  });
  const others =
    unknown.length === 0
      ? ""
      : `\nInsurers and other outside systems have codes of their own. These stand in examples: ${unknown.map((code) => `\`${code}\``).join(", ")}. Their \`type\` leads to
[INSURER_REFUSED](#insurer_refused).\n`;
  return `# Error codes

Every value of \`code\` in error answers of Accord: what it means, what causes it, what to do, and which operations answer it.
The member \`type\` of a problem is the address of its code on this page. [Errors](guides/errors.md) describes the form of error answers.
The wallet has statuses of two or three digits instead, which its [guide](guides/wallet.md) explains.

This page is written by \`npm run generate\` from \`specs/common/problems.yaml\` and the documents of the APIs.
${others}
${sections.join("\n")}`;
}

export function webhookEventsPage(served: readonly ServedDocument[]): string {
  const sections = served.flatMap(({ api, document }) =>
    Object.entries((document as Sending).webhooks ?? {}).map(([name, item]) => {
      const { summary = name, description = "", requestBody } = item.post ?? {};
      const examples = requestBody === undefined ? [] : examplesOf(document, bodyOf(document, requestBody));
      const title = summary === name ? "" : `${summary}. `;
      const shown = examples.map(
        ([about, value]) => `${about}:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`,
      );
      return `## ${name}\n\n[${document.info.title}](${server}/${api}/docs). ${title}${description.trim()}\n\n${shown.join("\n")}`;
    }),
  );
  return `# Webhook events

Every event that Accord sends to your webhook endpoints, with an example of its body. [Webhooks](guides/webhooks.md) describes how to register an
endpoint, which headers a delivery has, how to verify its signature, and when a delivery is repeated.

This page is written by \`npm run generate\` from the documents of the APIs.

${sections.join("\n")}`;
}

function operationsByCode(served: readonly ServedDocument[]): Map<string, Answering[]> {
  const byCode = new Map<string, Answering[]>();
  for (const { api, document } of served)
    for (const { path, method, operation } of operationsOf(document)) {
      const fragment = operationFragment(operation.tags?.[0] ?? "", method, path);
      const answering = {
        title: document.info.title,
        link: `[${operation.operationId}](${server}/${api}/docs#${fragment})`,
      };
      for (const [status, reference] of Object.entries(operation.responses)) {
        if (status.startsWith("2") || status.startsWith("3")) continue;
        for (const [, value] of examplesOf(document, resolve<ResponseObject>(document, reference).content ?? {})) {
          const { code } = (value ?? {}) as { code?: unknown };
          if (typeof code === "string") byCode.set(code, [...(byCode.get(code) ?? []), answering]);
        }
      }
    }
  return byCode;
}

type Content = Readonly<Record<string, MediaTypeObject>>;

function bodyOf(document: OpenApiDocument, body: RequestBodyObject | { readonly $ref: string }): Content {
  return resolve<RequestBodyObject>(document, body).content;
}

/** Each example with what it shows. */
function examplesOf(document: OpenApiDocument, content: Content): [about: string, value: unknown][] {
  return Object.values(content).flatMap(({ example, examples = {} }) => {
    const named = Object.entries(examples).map(([name, reference]): [string, unknown] => {
      const { summary = name, value } = resolve<{ readonly summary?: string; readonly value?: unknown }>(
        document,
        reference,
      );
      return [summary, value];
    });
    return example === undefined ? named : [["Example", example], ...named];
  });
}
