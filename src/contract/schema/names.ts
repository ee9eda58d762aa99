/** The names of an operation's validators. */
import type { ParameterObject } from "#src/contract/document.ts";

/** Makes the name of a validator from its operationId and its place. */
export const validatorName = {
  parameters: (operationId: string, where: ParameterObject["in"]) => `${operationId}_${where}`,
  body: (operationId: string, mediaType: string) => `${operationId}_body_${identifier(mediaType)}`,
  response: (operationId: string, status: string, mediaType: string) =>
    `${operationId}_${status}_${identifier(mediaType)}`,
  responseHeaders: (operationId: string, status: string) => `${operationId}_${status}_headers`,
};

function identifier(mediaType: string): string {
  return mediaType.replace(/[^A-Za-z0-9]+/g, "_");
}
