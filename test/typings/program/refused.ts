/** What must not compile. Each comment holds the code of the compiler's error and a part of its text. */
import type { Authenticators, Handler, Handlers, HandlersByTag, OperationId } from "#src/contract/types.ts";
import { authenticators, handlers, type Identities } from "./accepted.ts";
import type { Contract } from "./pets/contract.ts";

type Answering<Id extends OperationId<Contract>> = Handler<Contract, Id, Identities>;
const { removePet, ...allButOne } = handlers;
const { uploadPhoto, getPhoto, sendEvents } = handlers;
const photos = { uploadPhoto, getPhoto };
const { Session, ...allButSession } = authenticators;

// @ts-expect-error TS2741: Property 'removePet' is missing
export const missingHandler: Handlers<Contract, Identities> = allButOne;

// @ts-expect-error TS2353: 'renamePet' does not exist in type
export const surplusHandler: Handlers<Contract, Identities> = { ...handlers, renamePet: removePet };

// @ts-expect-error TS2741: Property 'removePet' is missing
export const missingOfATag: HandlersByTag<Contract, Identities, "Pets"> = allButOne;

// @ts-expect-error TS2353: 'sendEvents' does not exist in type
export const ofAnotherTag: HandlersByTag<Contract, Identities, "Photos"> = { ...photos, sendEvents };

// @ts-expect-error TS2344: Type '"Birds"' does not satisfy the constraint
export type UnknownTag = HandlersByTag<Contract, Identities, "Birds">;

// @ts-expect-error TS2741: Property 'Session' is missing
export const missingAuthenticator: Authenticators<Contract, Identities> = allButSession;

// @ts-expect-error TS2353: 'Cookie' does not exist in type
export const surplusAuthenticator: Authenticators<Contract, Identities> = { ...authenticators, Cookie: Session };

export const wrongIdentity: Authenticators<Contract, Identities> = {
  ...authenticators,
  // @ts-expect-error TS2322: Type 'string' is not assignable to type 'number'
  Session: { authenticate: () => ({ userId: "1" }) },
};

// @ts-expect-error TS2344: Type '"renamePet"' does not satisfy the constraint
export type UnknownOperation = Handler<Contract, "renamePet", Identities>;

// @ts-expect-error TS2322: Type '201' is not assignable to type '200'.$
export const undocumentedStatus: Answering<"getPet"> = () => ({ status: 201, body: { name: "Rex" } });

// @ts-expect-error TS2322: Type '404' is not assignable to type '200'.$
export const documentedError: Answering<"getPet"> = () => ({ status: 404, body: { code: "NOT_FOUND" } });

// @ts-expect-error TS2322: Type '200' is not assignable to type '201'.$
export const statusOfAnother: Answering<"addPet"> = ({ body }) => ({ status: 200, body });

// @ts-expect-error TS2322: Type '200' is not assignable to type '201'.$
export const statusLater: Answering<"addPet"> = async ({ body }) => ({ status: 200, body });

// @ts-expect-error TS2322: Type '418' is not assignable to type '200'.$
export const statusOfARange: Answering<"getPet"> = () => ({ status: 418, body: { code: "TEAPOT" } });

// @ts-expect-error TS2322: Type 'string' is not assignable to type
export const range: Answering<"getPet"> = () => ({ status: "4XX", body: { code: "TEAPOT" } });

// @ts-expect-error TS2322: Property 'body' is missing
export const statusWithoutItsBody: Answering<"getPet"> = () => ({ status: 200 });

// @ts-expect-error TS2322: Type 'number' is not assignable to type 'string'
export const wrongBody: Answering<"getPet"> = () => ({ status: 200, body: { name: 7 } });

// @ts-expect-error TS2741: Property 'name' is missing
export const incompleteBody: Answering<"getPet"> = () => ({ status: 200, body: { age: 7 } });

// @ts-expect-error TS2322: Type 'number' is not assignable to type 'Date | DateTime'.$
export const wrongMoment: Answering<"getPet"> = () => ({ status: 200, body: { name: "Rex", born: Date.now() } });

// @ts-expect-error TS2322: Type 'Date' is not assignable to type 'string'
export const dateWhereTextIs: Answering<"getPet"> = () => ({ status: 200, body: { name: new Date() } });

// @ts-expect-error TS2353: 'name' does not exist in type '{ name: string;
export const oneWhereManyAre: Answering<"listPets"> = () => ({ status: 200, body: { name: "Rex" } });

// @ts-expect-error TS2322: Type '"text/html"' is not assignable
export const undocumentedType: Answering<"getPet"> = () => ({ status: 200, type: "text/html", body: { name: "Rex" } });

// @ts-expect-error TS2322: Property 'type' is missing
export const ambiguousType: Answering<"exportTraces"> = () => ({ status: 200, body: Buffer.from("") });

// @ts-expect-error TS2322: Property 'type' is missing
export const openType: Answering<"getPhoto"> = () => ({ status: 200, body: Buffer.from("") });

// @ts-expect-error TS2322: Types of property 'body' are incompatible
export const objectWhereBytesAre: Answering<"exportTraces"> = () => ({
  status: 200,
  type: "application/x-protobuf",
  body: { name: "Rex" },
});

// @ts-expect-error TS2322: Type 'number' is not assignable to type 'string'
export const numberAsHeader: Answering<"removePet"> = () => ({ status: 204, headers: { "X-Count": 1 } });

// @ts-expect-error TS2322: Promise
export const wrongLater: Answering<"getPet"> = async () => ({ status: 200, body: { name: 7 } });

export const undeclared: Answering<"listPets"> = ({ path, query, headers, body }) => {
  // @ts-expect-error TS2339: Property 'petId' does not exist
  path.petId;
  // @ts-expect-error TS2339: Property 'page' does not exist
  query.page;
  // @ts-expect-error TS7053: Property 'x-other' does not exist
  headers["x-other"];
  // @ts-expect-error TS2551: Did you mean 'x-trace-id'?
  headers["X-Trace-Id"];
  // @ts-expect-error TS18048: 'query.tag' is possibly 'undefined'
  query.tag.length;
  // @ts-expect-error TS2540: Cannot assign to 'limit'
  query.limit = 5;
  // @ts-expect-error TS18048: 'body' is possibly 'undefined'
  body.name;
  return { status: 200, body: [] };
};

export const whoCalls: Answering<"getPet"> = (_, call) => {
  // @ts-expect-error TS18047: 'call.identity' is possibly 'null'
  call.identity.userId;
  // @ts-expect-error TS2367: no overlap
  if (call.scheme === "Key") throw new Error();
  return { status: 200, body: { name: "Rex" } };
};

export const whichCaller: Answering<"addPet"> = ({ body }, call) => {
  // @ts-expect-error TS2339: Property 'userId' does not exist
  call.identity.userId;
  return { status: 201, body };
};

export const records: Answering<"sendEvents"> = ({ body }) => {
  // @ts-expect-error TS2339: Property 'message' does not exist
  body.read({ keep: ({ message }) => message });
  // @ts-expect-error TS2339: Property 'level' does not exist
  body.level;
  return { status: 202 };
};

export const raw: Answering<"exportTraces"> = ({ body, mediaType }) => {
  // @ts-expect-error TS2339: Property 'resourceSpans' does not exist
  body.resourceSpans;
  // @ts-expect-error TS2367: no overlap
  if (mediaType === "text/plain") return { status: 200, type: "application/json", body: {} };
  return { status: 200, type: "application/json", body: {} };
};

export const upload: Answering<"uploadPhoto"> = ({ body }) => {
  // @ts-expect-error TS2339: Property 'slice' does not exist on type 'UploadedFile'
  body.photo.slice(0, 1);
  return { status: 204 };
};
