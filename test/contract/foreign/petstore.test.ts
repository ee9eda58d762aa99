import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { Problem } from "#src/http/problem.ts";
import { opened } from "#test/support/opened.ts";
import { echo, type LooseHandler, post, serve } from "../support/serve.ts";
import { glueDocument, sift } from "./documents.ts";

const pet = {
  id: 7,
  name: "doggie",
  photoUrls: ["https://example.org/7.png"],
  tags: [{ id: 1, name: "big" }],
  status: "sold",
};
const order = { id: 3, petId: 7, quantity: 1, shipDate: "2026-11-21T10:00:00.000Z", status: "placed", complete: true };
const type = "application/json";
/** Operations that nobody asks for here. */
const others = ["updatePetWithForm", "deletePet", "uploadFile", "deleteOrder", "updateUser", "deleteUser"];
const petHandlers: Record<string, LooseHandler> = {
  ...Object.fromEntries(others.map((id) => [id, echo])),
  findPetsByStatus: ({ query }) => ({
    status: 200,
    type,
    body: (query.status as string[]).map((status) => ({ ...pet, status })),
  }),
  findPetsByTags: ({ query }) => ({
    status: 200,
    type,
    body: [{ ...pet, tags: (query.tags as string[]).map((name) => ({ name })) }],
  }),
  getPetById: ({ path }) => ({ status: 200, type, body: { ...pet, id: path.petId } }),
  getInventory: () => ({ status: 200, body: { sold: 3, pending: 0 } }),
  placeOrder: ({ body }) => ({ status: 200, type, body: { ...(body as object), id: 3 } }),
  getOrderById: ({ path }) => ({ status: 200, type, body: { ...order, id: path.orderId } }),
  loginUser: ({ query }) => ({
    status: 200,
    type,
    body: `hello ${query.username}`,
    headers: { "X-Rate-Limit": "60", "X-Expires-After": "2026-11-21T11:00:00Z" },
  }),
  getUserByName: ({ path }) => ({ status: 200, type, body: { id: 1, username: path.username } }),
};

/** Its OAuth flow is the one thing that stands between the engine and half of the operations: bearer tokens instead. */
function withBearerTokens(document: OpenApiDocument): OpenApiDocument {
  const securitySchemes = {
    ...document.components?.securitySchemes,
    petstore_auth: { type: "http", scheme: "bearer" } as const,
  };
  return { ...document, components: { ...document.components, securitySchemes } };
}

for (const name of ["petstore-openapi.v3.json", "petstore-openapi.v3.yaml"])
  describe(`Swagger's petstore (${name})`, () => {
    const document = withBearerTokens(glueDocument(name));
    const { served: enforceable, refused } = sift(document);
    const authenticators = {
      api_key: {
        authenticate: ({ value }: { value: string }) => {
          if (value !== "special-key") throw new Problem("UNAUTHENTICATED");
          return null;
        },
      },
      petstore_auth: { authenticate: () => null },
    };
    const served = opened(() => serve(enforceable, { handlers: petHandlers, authenticators }));

    it("is refused as it is, for its OAuth flow", () => {
      expect(sift(glueDocument(name)).refused.deletePet).to.equal(
        "petstore_auth: this type of security scheme is not supported",
      );
    });

    it("is refused where its bodies are XML and its responses have no status", () => {
      const xml = (id: string) =>
        `${id}/requestBody/application/xml: a body of this media type is read as text or bytes only`;
      const anyStatus = (id: string) => `${id}: the response default must be one status, 4XX or 5XX`;
      expect(refused).to.deep.equal({
        addPet: xml("addPet"),
        updatePet: xml("updatePet"),
        createUser: anyStatus("createUser"),
        createUsersWithArrayInput: anyStatus("createUsersWithArrayInput"),
        createUsersWithListInput: anyStatus("createUsersWithListInput"),
        logoutUser: anyStatus("logoutUser"),
      });
    });

    const bearer = { Authorization: "Bearer token" };
    const good: [path: string, headers: Record<string, string>, body: unknown][] = [
      ["/pet/7", { api_key: "special-key" }, pet],
      ["/pet/findByStatus?status=sold&status=pending", bearer, [pet, { ...pet, status: "pending" }]],
      ["/pet/findByTags?tags=a%20b", bearer, [{ ...pet, tags: [{ name: "a b" }] }]],
      ["/store/inventory", { api_key: "special-key" }, { sold: 3, pending: 0 }],
      ["/store/order/5", {}, { ...order, id: 5 }],
      ["/user/ada%2Flovelace", {}, { id: 1, username: "ada/lovelace" }],
      ["/user/login?username=ada&password=x", {}, "hello ada"],
    ];
    for (const [path, headers, body] of good)
      it(`GET ${path} is answered as documented`, async () => {
        const response = await fetch(served.url + path, { headers });
        expect(response.status).to.equal(200);
        expect(await response.json()).to.deep.equal(body);
      });

    it("takes an order and fills in its default", async () => {
      const response = await post(`${served.url}/store/order`, { petId: 7, status: "placed" });
      expect(await response.json()).to.deep.equal({ id: 3, petId: 7, status: "placed", complete: false });
    });
  });
