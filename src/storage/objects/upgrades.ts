/**
 * Ends requests of an S3 client that are answered 101: the SDK listens for no upgrade, and Node then reports neither an answer nor an
 * error.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { type S3Client, S3ServiceException } from "@aws-sdk/client-s3";

/** True while the SDK makes a request of such a client. The SDK hands no request out, and makes some with an agent of its own. */
const isRefusing = new AsyncLocalStorage<boolean>();

subscribe("http.client.request.created", (message) => {
  if (isRefusing.getStore() !== true) return;
  const { request } = message as { readonly request: ClientRequest };
  request.once("upgrade", ({ statusCode }, socket) => {
    // The bytes after a switch of protocols are not HTTP.
    socket.destroy();
    request.emit("error", unexpectedSwitch(statusCode));
  });
});

/** From now on a request that is answered 101 fails at once, with an S3ServiceException. */
export function refuseUpgrades(client: S3Client): void {
  client.middlewareStack.add((next) => (args) => isRefusing.run(true, () => next(args)), {
    name: "refuseUpgrades",
    step: "finalizeRequest",
    priority: "low",
  });
}

function unexpectedSwitch(httpStatusCode = 101): S3ServiceException {
  return new S3ServiceException({
    name: "UnexpectedSwitch",
    $fault: "server",
    message: `The object store answered ${httpStatusCode}, which no request asked for.`,
    $metadata: { httpStatusCode },
  });
}
