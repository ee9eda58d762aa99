/** Problems as OTLP clients read them: google.rpc.Status in the encoding of the request (OTLP/HTTP, "Failures"). */
import type { IncomingMessage } from "node:http";
import type { ProblemPresenter } from "#src/contract/api.ts";
import { parseMediaType } from "#src/contract/media-type.ts";
import { encodeStatus, rpcCodeOf } from "../otlp/answers.ts";
import type { OtlpEncoding } from "../otlp/decode.ts";

const maxMessageLength = 4_000;
const contentTypes = { json: "application/json", protobuf: "application/x-protobuf" } as const;

/** The encoding that the request declares; JSON when it declares neither, which a person can read. */
export function otlpEncodingOf({ headers }: IncomingMessage): OtlpEncoding {
  return parseMediaType(headers["content-type"] ?? "")?.essence === contentTypes.protobuf ? "protobuf" : "json";
}

export const presentRpcStatus: ProblemPresenter = ({ status, detail, fieldErrors, headers }, { incoming }) => {
  const encoding = otlpEncodingOf(incoming);
  const findings = fieldErrors.map(({ path, message }) => `${path} ${message}`).join("; ");
  const message = (findings === "" ? detail : `${detail} ${findings}`).slice(0, maxMessageLength);
  const body = { code: rpcCodeOf(status), message };
  return { status, type: contentTypes[encoding], payload: encodeStatus(body, encoding), headers, checked: body };
};
