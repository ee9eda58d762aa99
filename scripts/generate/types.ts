/** Writes the types of an API's document, by openapi-typescript. */
import openapiTypescript, { astToString } from "openapi-typescript";
import ts from "typescript";

/** @param document the bundled document as JSON. Moments (`format: date-time`) are DateTime of src/contract/types.ts. */
export async function generateTypes(document: string): Promise<string> {
  const dateTime = () => ts.factory.createTypeReferenceNode("DateTime");
  const nodes = await openapiTypescript(document, {
    alphabetize: false,
    emptyObjectsUnknown: true,
    transform({ format, type }) {
      if (format !== "date-time") return undefined;
      if (type === "string") return dateTime();
      const nullable = String(type) === "string,null";
      return nullable
        ? ts.factory.createUnionTypeNode([dateTime(), ts.factory.createLiteralTypeNode(ts.factory.createNull())])
        : undefined;
    },
  });
  const text = astToString(nodes);
  const imports = /\bDateTime\b/.test(text) ? 'import type { DateTime } from "#src/contract/types.ts";\n\n' : "";
  return `// Written by \`npm run generate\`. Do not edit.\n${imports}${text}`;
}
