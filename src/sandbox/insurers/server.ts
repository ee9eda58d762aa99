/**
 * The server of the sandbox insurers: each under its own path, on the same engine as Accord's own APIs. `PUT /{insurer}/fault` takes `{fault}` with the insurer's
 * token: that fault happens at every call until another is named, or null.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Middleware } from "koa";
import type { Contract } from "#generated/insurer/contract.ts";
import { generated } from "#src/apis/generated.ts";
import type { InsurerAccess } from "#src/apis/insurance/insurers/client.ts";
import { bindApi } from "#src/contract/api.ts";
import { Application } from "#src/contract/application.ts";
import type { ResponseChecks } from "#src/contract/engine.ts";
import { accord } from "#src/contract/middleware.ts";
import { listen } from "#src/http/listen.ts";
import { Problem } from "#src/http/problem.ts";
import { readObject, send, unknownCaller } from "../service.ts";
import { type SandboxInsurer, sandboxInsurers } from "./catalog.ts";
import { catalogHandlers } from "./catalog-handlers.ts";
import { claimHandlers } from "./claim-handlers.ts";
import { type Callers, type InsurerDependencies, presentInsurerError } from "./dependencies.ts";
import { isFault, withFaults } from "./fault-injection.ts";
import { createFileStore, type PolicyReference } from "./file-store.ts";
import { Ledger } from "./ledger.ts";
import { scheduleText } from "./policies.ts";
import { policyHandlers } from "./policy-handlers.ts";
import { salesHandlers } from "./sales-handlers.ts";

export interface SandboxOptions {
  /** On 127.0.0.1, because anybody who reaches the sandbox can read its tokens in this project; 0 takes a free one. */
  readonly port: number;
  /** The file that remembers sales; null forgets them when the sandbox stops. */
  readonly journal: string | null;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface RunningSandbox {
  readonly url: string;
  readonly insurers: readonly InsurerAccess[];
  close(): Promise<void>;
}

/** Misbehaving insurers break their contract on purpose. */
const responseChecks: ResponseChecks = "off";

/** Resolves when the sandbox listens. */
export async function startSandboxInsurers({ port, journal, now = Date.now }: SandboxOptions): Promise<RunningSandbox> {
  const ledger = await Ledger.open(journal);
  let origin = "";
  const scheduleOf = ({ insurerId, policyId }: PolicyReference) => {
    const policy = ledger.find("policy", insurerId, policyId);
    return policy === null ? null : scheduleText(policy);
  };
  const files = createFileStore(() => origin, scheduleOf, now);
  /** By the insurer. */
  const switchedOn = new Map<string, string>();
  const bookOf = (insurer: SandboxInsurer, book: string): [string, Middleware] => [
    book,
    insurerApi({ insurer, ledger, book, files, now }, () => switchedOn.get(insurer.id)),
  ];
  const books = new Map(
    sandboxInsurers.flatMap((insurer) => [bookOf(insurer, insurer.id), bookOf(insurer, `${insurer.id}/live`)]),
  );

  const app = new Application();
  app.use((context, next) => {
    const [, id = "", below] = context.path.split("/", 3);
    const insurer = sandboxInsurers.find((candidate) => candidate.id === id);
    if (insurer !== undefined && below === "fault") {
      context.respond = false;
      return switchFault(insurer, switchedOn, context.req, context.res);
    }
    const book = books.get(context.get("accord-environment") === "live" ? `${id}/live` : id);
    if (book !== undefined) return book(context, next);
    if (id !== "files") return next();
    context.respond = false;
    files.serve(context.req, context.res);
  });
  const server = await listen("127.0.0.1", port, app.callback());
  origin = `http://127.0.0.1:${server.port}`;
  return {
    url: origin,
    insurers: sandboxInsurers.map((insurer) => accessOf(insurer, origin)),
    async close() {
      await server.close();
      await ledger.close();
    },
  };
}

async function switchFault(
  insurer: SandboxInsurer,
  switchedOn: Map<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.headers.authorization !== `Bearer ${tokenOf(insurer)}`) return send(response, unknownCaller);
  const { fault } = (await readObject(request)) ?? {};
  if (fault === null) switchedOn.delete(insurer.id);
  else if (typeof fault === "string" && isFault(fault)) switchedOn.set(insurer.id, fault);
  else return send(response, [400, { message: "there is no such fault" }]);
  send(response, [200, { fault }]);
}

function insurerApi(dependencies: InsurerDependencies, switchedOn: () => string | undefined): Middleware {
  const { insurer } = dependencies;
  const handlers = {
    ...catalogHandlers(dependencies),
    ...salesHandlers(dependencies),
    ...policyHandlers(dependencies),
    ...claimHandlers(dependencies),
  };
  const token = tokenOf(insurer);
  const { document, validators } = generated("insurer");
  const api = bindApi<Contract, Callers>({
    name: insurer.id,
    document,
    validators,
    handlers: withFaults(handlers, insurer.behaviour, switchedOn),
    authenticators: {
      InsurerToken: {
        authenticate({ value }) {
          if (value !== token) throw new Problem("UNAUTHENTICATED");
          return true;
        },
      },
    },
    presenters: { insurer: presentInsurerError },
  });
  return accord(api, { mount: `/${insurer.id}`, responseChecks });
}

/** No secret: what it opens is a toy on this machine. */
function tokenOf({ id }: SandboxInsurer): string {
  return `sandbox-${id}`;
}

function accessOf(insurer: SandboxInsurer, origin: string): InsurerAccess {
  return {
    id: insurer.id,
    name: insurer.name,
    baseUrl: `${origin}/${insurer.id}`,
    credential: tokenOf(insurer),
    redirectHosts: [new URL(origin).host, "10.0.0.7"],
  };
}
