/** What must compile: an API that does all that its document says. */
import type { Authenticators, Batch, Handler, Handlers, RawBody, TypedRequest } from "#src/contract/types.ts";
import type { UploadedFile } from "#src/http/multipart.ts";
import { Problem } from "#src/http/problem.ts";
import type { Contract, Schemas } from "./pets/contract.ts";

export interface Identities {
  Key: { readonly projectId: string };
  Session: { readonly userId: number };
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>(): void => {};

export const handlers: Handlers<Contract, Identities> = {
  listPets({ query, headers, body, mediaType }, call) {
    holds<Same<typeof query.limit, number>>();
    holds<Same<typeof query.tag, string | undefined>>();
    holds<Same<(typeof headers)["x-trace-id"], string | undefined>>();
    holds<Same<typeof body, undefined>>();
    holds<Same<typeof mediaType, null>>();
    holds<Same<typeof call.scheme, "Key">>();
    holds<Same<typeof call.identity.projectId, string>>();
    return { status: 200, body: [{ name: "Rex" }], headers: { "X-Count": "1" } };
  },
  async addPet({ body }, call) {
    holds<Same<typeof body, Schemas["Pet"]>>();
    if (call.scheme === "Session") holds<Same<typeof call.identity.userId, number>>();
    else holds<Same<typeof call.identity.projectId, string>>();
    if (body.name === "") throw new Problem("BAD_REQUEST");
    holds<Same<Exclude<typeof body.born, undefined> extends string ? true : false, true>>();
    return { status: 201, body: { ...body, born: new Date(), fed: null } };
  },
  getPet({ path }, call) {
    holds<Same<typeof path.petId, number>>();
    if (call.scheme === null) holds<Same<typeof call.identity, null>>();
    else holds<Same<typeof call.identity.userId, number>>();
    return { status: 200, type: "application/json", body: { name: "Rex", age: 3 } };
  },
  removePet: () => ({ status: 204 }),
  uploadPhoto({ body }) {
    holds<Same<typeof body.photo, UploadedFile>>();
    holds<Same<typeof body.thumbnail, UploadedFile | undefined>>();
    holds<Same<typeof body.caption, string | undefined>>();
    return { status: 204 };
  },
  getPhoto: () => ({ status: 200, type: "image/png", body: Buffer.from("") }),
  async sendEvents({ body, mediaType }) {
    holds<Same<typeof body, Batch<{ level: number }>>>();
    const { kept } = await body.read({ keep: ({ level }) => String(level) });
    holds<Same<typeof kept, readonly string[]>>();
    holds<Same<typeof mediaType, "application/json" | "application/x-ndjson">>();
    return { status: 202 };
  },
  exportTraces({ body, mediaType }, call) {
    holds<Same<typeof body, RawBody>>();
    holds<Same<typeof call.signal, AbortSignal>>();
    return mediaType === "application/json"
      ? { status: 200, type: mediaType, body: {} }
      : { status: 200, type: mediaType, body: body.bytes };
  },
};

export const authenticators: Authenticators<Contract, Identities> = {
  Key: { authenticate: async ({ value }) => ({ projectId: value }) },
  Session: { authenticate: () => ({ userId: 1 }), authorize: (_identity, _alternatives) => {} },
};

export const one: Handler<Contract, "getPet", Identities> = handlers.getPet;
export type Listing = TypedRequest<Contract, "listPets">["query"];
