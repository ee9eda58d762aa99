// As `npm run generate` writes it from ../pets-document.ts; typings.test.ts holds it to that.
import type { components, operations } from "./types.ts";

/** The operations of the document, as src/contract/types.ts reads them. */
export interface Contract {
  operations: {
    listPets: { types: operations["listPets"]; security: "Key"; anonymous: false; body: "none"; defaulted: "limit" };
    addPet: {
      types: operations["addPet"];
      security: "Key" | "Session";
      anonymous: false;
      body: "value";
      defaulted: never;
    };
    getPet: { types: operations["getPet"]; security: "Session"; anonymous: true; body: "none"; defaulted: never };
    removePet: { types: operations["removePet"]; security: "Key"; anonymous: false; body: "none"; defaulted: never };
    uploadPhoto: {
      types: operations["uploadPhoto"];
      security: "Key";
      anonymous: false;
      body: "value";
      defaulted: never;
      files: "photo" | "thumbnail";
    };
    getPhoto: { types: operations["getPhoto"]; security: "Key"; anonymous: false; body: "none"; defaulted: never };
    sendEvents: { types: operations["sendEvents"]; security: "Key"; anonymous: false; body: "batch"; defaulted: never };
    exportTraces: {
      types: operations["exportTraces"];
      security: "Key";
      anonymous: false;
      body: "raw";
      defaulted: never;
    };
  };
  schemes: "Key" | "Session";
}

/** The component schemas of the document. */
export type Schemas = components["schemas"];
