/**
 * The types that bind handlers to a document. `npm run generate` writes one `Contract` per API, from which the types here are computed.
 * These do not compile: a missing or surplus handler, a status or body that the document does not list, and a security scheme without
 * an implementation.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { RequestIntake } from "#src/http/intake.ts";
import type { UploadedFile } from "#src/http/multipart.ts";
import type { FieldError } from "#src/http/problem.ts";

/** The generated types of an API: see generated/<api>/contract.ts. */
export interface Contract {
  readonly operations: object;
  /** Operation ids by the first tag of each operation. */
  readonly tags: object;
  readonly schemes: string;
}

declare const dateTime: unique symbol;

/** A text with `format: date-time`. It is a string type that `Answered` recognises, so that handlers may return a Date instead. */
export type DateTime = string & { readonly [dateTime]?: never };

/** The values that a handler may return for the documented type T. A Date is written in ISO 8601, in UTC, with milliseconds. */
export type Answered<T> = T extends string
  ? typeof dateTime extends keyof T
    ? T | Date
    : T
  : T extends object
    ? { [K in keyof T]: Answered<T[K]> }
    : T;

interface OperationShape {
  readonly types: { readonly responses: object };
  /** Names of the security schemes of the operation; `never` when it has none. */
  readonly security: string;
  /** Whether the operation can also be called without credentials. */
  readonly anonymous: boolean;
  readonly body: "none" | "value" | "batch" | "raw";
  /** Names of parameters that are always present because the document gives a default. */
  readonly defaulted: string;
  /** Names of the parts of a multipart body that are files. */
  readonly files?: string;
}

type Shape<C extends Contract, Id extends OperationId<C>> = C["operations"][Id] extends infer S extends OperationShape
  ? S
  : never;

export type OperationId<C extends Contract> = keyof C["operations"] & string;

/** The type of the caller for each security scheme. */
export type Identities<C extends Contract> = { readonly [Scheme in C["schemes"]]: unknown };

/** A record of a batch that is invalid and was skipped. */
export interface SkippedRecord {
  /** Position in the batch, from 0. */
  readonly index: number;
  readonly findings: readonly FieldError[];
}

/** A JSON object, a JSON array or NDJSON lines (`x-accord-batch`), which the handler has read record by record. */
export interface Batch<T> {
  /** The bytes of the body, after decompression. */
  readonly bytes: Buffer;
  /**
   * Reads and validates all records, in slices of the event loop. Throws or rejects with Problem VALIDATION_FAILED when all records were
   * skipped, and PAYLOAD_TOO_LARGE when there are more than the document allows.
   */
  read<Kept>(use: RecordUse<T, Kept>): ReadBatch<Kept> | Promise<ReadBatch<Kept>>;
}

/** What a handler does with the records of a batch. A batch may be refused after some of its records were kept. */
export interface RecordUse<T, Kept> {
  /** Further findings about a valid record, which is skipped if there are any. `at` is its JSON pointer. */
  readonly check?: (record: T, at: string) => readonly FieldError[];
  /** What is kept of a record. The record itself costs less when it is not: it can be freed before the next one is parsed. */
  readonly keep: (record: T) => Kept;
}

/** A batch that was read. */
export interface ReadBatch<Kept> {
  /** What was kept of the records that were not skipped, in order. */
  readonly kept: readonly Kept[];
  /** The first hundred skipped records. */
  readonly skipped: readonly SkippedRecord[];
  readonly skippedCount: number;
  /** Whether the body was an array or NDJSON lines. Then the pointer of a record is `/body/<position>`, otherwise `/body`. */
  readonly list: boolean;
}

/** A body that the handler decodes itself (`x-accord-body: raw`): the bytes after decompression, within the limits. */
export interface RawBody {
  readonly bytes: Buffer;
}

type Get<T, Key extends PropertyKey> = T extends { readonly [K in Key]?: infer V }
  ? NonNullable<V>
  : Record<never, never>;

type Parameters<T, Where extends string> = Get<Get<T, "parameters">, Where>;

type WithDefaults<T, Names extends string> = T & { readonly [K in keyof T & Names]-?: NonNullable<T[K]> };

type Contents<T> = T extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: infer C }
    ? C
    : never
  : never;

/** Replaces the type of file parts, for which openapi-typescript writes `string`. */
type WithFiles<T, S> = S extends { readonly files: infer Names extends string }
  ? { [K in keyof T]: K extends Names ? UploadedFile : T[K] }
  : T;

type BodyOf<S extends OperationShape> = S["body"] extends "none"
  ? undefined
  : S["body"] extends "raw"
    ? RawBody | (S["types"] extends { requestBody: object } ? never : undefined)
    : S["body"] extends "batch"
      ? Batch<Get<Contents<S["types"]>, "application/x-ndjson">>
      :
          | WithFiles<Contents<S["types"]>[keyof Contents<S["types"]>], S>
          | (S["types"] extends { requestBody: object } ? never : undefined);

type MediaTypeOf<S extends OperationShape> =
  | (S["body"] extends "none" ? null : keyof Contents<S["types"]> & string)
  | (S["types"] extends { requestBody: object } ? never : null);

/** A validated request of an operation. */
export interface TypedRequest<C extends Contract, Id extends OperationId<C>> {
  readonly path: Readonly<Parameters<Shape<C, Id>["types"], "path">>;
  readonly query: Readonly<WithDefaults<Parameters<Shape<C, Id>["types"], "query">, Shape<C, Id>["defaulted"]>>;
  /** The declared headers, by lower-case name. */
  readonly headers: Readonly<LowercaseKeys<Parameters<Shape<C, Id>["types"], "header">>>;
  readonly body: BodyOf<Shape<C, Id>>;
  /** The media type of the body, as written in the document. */
  readonly mediaType: MediaTypeOf<Shape<C, Id>>;
}

type LowercaseKeys<T> = { [K in keyof T as Lowercase<K & string>]: T[K] };

type IdentityOf<S extends OperationShape, I> =
  | (S["security"] extends infer Scheme
      ? Scheme extends keyof I & string
        ? { readonly scheme: Scheme; readonly identity: I[Scheme] }
        : never
      : never)
  | (S["anonymous"] extends true ? { readonly scheme: null; readonly identity: null } : never);

/** The context of a request: the request id, and more that handlers may need. */
export interface CallBase {
  readonly requestId: string;
  readonly operationId: string;
  /** The media type that the caller prefers among those of the operation's 2xx answers. */
  readonly accepts: string;
  /** The address of the caller, taking trusted proxies into account. */
  readonly remoteAddress: string;
  /** Aborted, with ClientGone, when the client disconnects before its answer is sent. */
  readonly signal: AbortSignal;
  /** Headers for the answer of this request, including an error. */
  readonly answerHeaders: Record<string, string>;
  /** The request's share of the memory for bodies, and its turns to decode them. For handlers that decode bodies themselves. */
  readonly intake: RequestIntake;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

export type Call<C extends Contract, Id extends OperationId<C>, I> = CallBase & IdentityOf<Shape<C, Id>, I>;

type JsonOrBytes<M, T> = M extends "application/json" | `${string}+json` ? Answered<T> : Uint8Array | Readable | string;

type Answer<Status, R> = R extends { content: infer Content }
  ? [keyof Content] extends [never]
    ? { readonly status: Status; readonly headers?: Readonly<Record<string, string>> }
    : {
        [M in keyof Content]: {
          readonly status: Status;
          readonly body: JsonOrBytes<M, Content[M]>;
          readonly headers?: Readonly<Record<string, string>>;
        } & TypeOf<M, keyof Content>;
      }[keyof Content]
  : { readonly status: Status; readonly headers?: Readonly<Record<string, string>> };

/** The member `type` of an answer, which is needed when the document lists several media types or a range (`image/*`). */
type TypeOf<M, Documented> = M extends `${string}/*`
  ? { readonly type: string }
  : IsUnion<Documented> extends true
    ? { readonly type: M }
    : { readonly type?: M };

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;

type Success<Status> = Status extends number ? (`${Status}` extends `${2 | 3}${string}` ? Status : never) : never;

/** The 2xx answers that the document lists for the operation. Handlers throw all other answers as a Problem. */
export type TypedResponse<C extends Contract, Id extends OperationId<C>> = Shape<
  C,
  Id
>["types"]["responses"] extends infer R
  ? { [Status in Success<keyof R>]: Answer<Status, R[Status]> }[Success<keyof R>]
  : never;

export type Handler<C extends Contract, Id extends OperationId<C>, I> = (
  request: TypedRequest<C, Id>,
  call: Call<C, Id, I>,
) => TypedResponse<C, Id> | Promise<TypedResponse<C, Id>>;

/** Exactly one handler for every operation of the document. */
export type Handlers<C extends Contract, I> = { readonly [Id in OperationId<C>]: Handler<C, Id, I> };

/** Exactly one handler for every operation of these tags. An operation belongs to its first tag. */
export type HandlersByTag<C extends Contract, I, Tag extends keyof C["tags"]> = {
  readonly [Id in C["tags"][Tag] & OperationId<C>]: Handler<C, Id, I>;
};

/** A credential: the value of a header, cookie or query parameter, or the text after `Bearer `. */
export interface Credential {
  readonly value: string;
  /** The address of the caller, taking trusted proxies into account. */
  readonly remoteAddress: string;
  readonly incoming: IncomingMessage;
  /** The query string, still percent-encoded. */
  readonly queryText: string;
  readonly operationId: string;
  /** Headers for the answer of this request, including a refusal of the credential. */
  readonly answerHeaders: Record<string, string>;
}

/** The implementation of a security scheme: turns a credential into an identity, and checks its scopes. */
export interface Authenticator<Identity> {
  /** Throws Problem UNAUTHENTICATED, or another 4xx, when the credential is not valid. */
  authenticate(credential: Credential): Identity | Promise<Identity>;
  /** Throws Problem SCOPE_REQUIRED when the identity has none of the alternatives, each of which is a list of scopes. */
  authorize?(identity: Identity, alternatives: readonly (readonly string[])[]): void;
  /**
   * Returns the owner whose requests share turns and memory (src/http/intake.ts), such as the id of a project. When left out, requests
   * from one address share them.
   */
  ownerOf?(identity: Identity): string;
}

/** Exactly one authenticator for every security scheme of the document. */
export type Authenticators<C extends Contract, I extends Identities<C>> = {
  readonly [Scheme in C["schemes"]]: Authenticator<I[Scheme]>;
};
