import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import type { UploadedFile } from "#src/http/multipart.ts";
import { Problem } from "#src/http/problem.ts";
import { type LooseHandler, post, problemOf, type Served, serve } from "../support/serve.ts";
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
const petHandlers: Record<string, LooseHandler> = {
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
  updatePetWithForm: ({ body }) => ({ status: 405, headers: { "X-Form": JSON.stringify(body) } }),
  deletePet: ({ headers }) => ({ status: 400, headers: { "X-Key": String(headers.api_key) } }),
  uploadFile: ({ body }) => {
    const { file, additionalMetadata } = body as { file: UploadedFile; additionalMetadata: string };
    return { status: 200, body: { code: file.size, type: file.filename, message: additionalMetadata } };
  },
  getInventory: () => ({ status: 200, body: { sold: 3, pending: 0 } }),
  placeOrder: ({ body }) => ({ status: 200, type, body: { ...(body as object), id: 3 } }),
  getOrderById: ({ path }) => ({ status: 200, type, body: { ...order, id: path.orderId } }),
  deleteOrder: () => ({ status: 404 }),
  loginUser: ({ query }) => ({
    status: 200,
    type,
    body: `hello ${query.username}`,
    headers: { "X-Rate-Limit": "60", "X-Expires-After": "2026-11-21T11:00:00Z" },
  }),
  getUserByName: ({ path }) => ({ status: 200, type, body: { id: 1, username: path.username } }),
  updateUser: () => ({ status: 404 }),
  deleteUser: () => ({ status: 404 }),
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
    let strict: Served;
    let lenient: Served;
    before(async () => {
      const parts = { handlers: petHandlers, authenticators };
      strict = await serve(enforceable, parts);
      // Its errors are documented without a body, so only good answers can be held to it.
      lenient = await serve(enforceable, { ...parts, responseChecks: "off" });
    });
    after(() => Promise.all([strict.close(), lenient.close()]));

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
        const response = await fetch(strict.url + path, { headers });
        expect(response.status).to.equal(200);
        expect(await response.json()).to.deep.equal(body);
      });

    it("takes an order and fills in its default", async () => {
      const response = await post(`${strict.url}/store/order`, { petId: 7, status: "placed" });
      expect(await response.json()).to.deep.equal({ id: 3, petId: 7, status: "placed", complete: false });
    });

    it("takes a form and an upload", async () => {
      const form = await fetch(`${strict.url}/pet/7`, {
        method: "POST",
        headers: bearer,
        body: new URLSearchParams({ name: "Rex", status: "sold" }),
      });
      expect(form.status).to.equal(405);
      expect(JSON.parse(form.headers.get("x-form") ?? "")).to.deep.equal({ name: "Rex", status: "sold" });
      const parts = new FormData();
      parts.append("additionalMetadata", "a note");
      parts.append("file", new Blob(["12345"]), "rex.png");
      const upload = await fetch(`${strict.url}/pet/7/uploadImage`, { method: "POST", headers: bearer, body: parts });
      expect(await upload.json()).to.deep.equal({ code: 5, type: "rex.png", message: "a note" });
    });

    const bad: [what: string, path: string, init: RequestInit, status: number, findings: string[]][] = [
      ["a pet id that is no number", "/pet/rex", { headers: { api_key: "special-key" } }, 400, ["/path/petId type"]],
      ["no key", "/pet/7", {}, 401, []],
      ["a wrong key", "/pet/7", { headers: { api_key: "other" } }, 401, []],
      ["an order id out of range", "/store/order/6", {}, 400, ["/path/orderId maximum"]],
      [
        "a status that does not exist",
        "/pet/findByStatus?status=lost",
        { headers: bearer },
        400,
        ["/query/status/0 enum"],
      ],
      [
        "an order that is none",
        "/store/order",
        { method: "POST", headers: { "Content-Type": type }, body: '{"quantity":"two","status":"lost"}' },
        400,
        ["/body/quantity type", "/body/status enum"],
      ],
      [
        "an order in XML",
        "/store/order",
        { method: "POST", headers: { "Content-Type": "application/xml" }, body: "<Order/>" },
        415,
        [],
      ],
      ["a method that is not there", "/store/inventory", { method: "DELETE" }, 405, []],
    ];
    for (const [what, path, init, status, findings] of bad)
      it(`refuses ${what} with ${status}`, async () => {
        const response = await fetch(lenient.url + path, init);
        expect(response.status).to.equal(status);
        const { fieldErrors } = await problemOf(response);
        expect(fieldErrors.map(({ path, code }) => `${path} ${code}`)).to.deep.equal(findings);
      });

    it("finds its handlers out when they break it", async () => {
      const broken = await serve(enforceable, {
        handlers: { ...petHandlers, getOrderById: () => ({ status: 200, type, body: { ...order, status: "lost" } }) },
        authenticators,
      });
      const { status } = await fetch(`${broken.url}/store/order/1`);
      await broken.close();
      expect(status).to.equal(500);
      expect(String(broken.answered[0]?.exchange.failure)).to.contain("/body/status must be one of");
    });
  });
