// As `npm run generate` writes it from ../pets-document.ts; typings.test.ts holds it to that.
import type { DateTime } from "#src/contract/types.ts";

export interface paths {
  "/pets": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations["listPets"];
    put?: never;
    post: operations["addPet"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/pets/{petId}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        petId: number;
      };
      cookie?: never;
    };
    get: operations["getPet"];
    put?: never;
    post?: never;
    delete: operations["removePet"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/photos": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations["uploadPhoto"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/photos/{photoId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations["getPhoto"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations["sendEvents"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/traces": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations["exportTraces"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Pet: {
      name: string;
      age?: number;
      /** Format: date-time */
      born?: DateTime;
      /** Format: date-time */
      fed?: DateTime | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listPets: {
    parameters: {
      query?: {
        limit?: number;
        tag?: string;
      };
      header?: {
        "X-Trace-Id"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Pets. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Pet"][];
        };
      };
      /** @description A problem. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": {
            code: string;
          };
        };
      };
    };
  };
  addPet: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Pet"];
      };
    };
    responses: {
      /** @description Added. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Pet"];
        };
      };
      /** @description A problem. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": {
            code: string;
          };
        };
      };
    };
  };
  getPet: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        petId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A pet. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Pet"];
        };
      };
      /** @description A problem. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": {
            code: string;
          };
        };
      };
      /** @description A problem. */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": {
            code: string;
          };
        };
      };
    };
  };
  removePet: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        petId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  uploadPhoto: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          photo: string;
          /** Format: binary */
          thumbnail?: string;
          caption?: string;
        };
      };
    };
    responses: {
      /** @description Taken. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getPhoto: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        photoId: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A photo. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "image/*": string;
        };
      };
    };
  };
  sendEvents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": unknown[];
        "application/x-ndjson": {
          level: number;
        };
      };
    };
    responses: {
      /** @description Taken. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  exportTraces: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/x-protobuf": unknown;
        "application/json": unknown;
      };
    };
    responses: {
      /** @description Taken. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/x-protobuf": unknown;
          "application/json": {
            [key: string]: unknown;
          };
        };
      };
    };
  };
}
