// As `npm run generate` writes it from ../pets-document.ts; typings.test.ts holds it to that.
import type { Answered } from "#src/contract/types.ts";
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
  tags: {
    Pets: "listPets" | "addPet" | "getPet" | "removePet";
    Photos: "uploadPhoto" | "getPhoto";
    Events: "sendEvents" | "exportTraces";
  };
  schemes: "Key" | "Session";
}

/** The component schemas of the document. */
export type Schemas = components["schemas"];

/** The same as a handler may answer them: with a Date for a moment. */
export type Answers = { readonly [Name in keyof Schemas]: Answered<Schemas[Name]> };
