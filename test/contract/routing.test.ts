import { expect } from "chai";
import { opened } from "#test/support/opened.ts";
import { aDocument, anything, json } from "./support/document.ts";
import { echo, problemOf, serve } from "./support/serve.ts";

const text = { type: "string", maxLength: 100 };
const named = (name: string) => ({ name, in: "path", required: true, schema: text });
const get = (operationId: string, ...parameters: string[]) => ({
  operationId,
  parameters: parameters.map(named),
  responses: anything,
});

describe("finding the operation", () => {
  const served = opened(async () => {
    const answer =
      (name: string) =>
      ({ path }: { path: object }) => ({ status: 200, body: { name, ...path } });
    return serve(
      aDocument({
        paths: {
          "/pets": { get: get("listPets"), post: { operationId: "addPet", responses: anything } },
          "/pets/mine": { get: get("listMine") },
          "/pets/{petId}": { get: get("getPet", "petId"), delete: get("deletePet", "petId") },
          "/pets/{petId}/toys/{toyId}": { get: get("getToy", "toyId", "petId") },
          "/pets/mine/toys/{toyId}": { put: get("putMine", "toyId") },
          "/image": { get: { operationId: "getImage", responses: { "200": json(), "404": json() } } },
        },
      }),
      {
        handlers: {
          listPets: answer("listPets"),
          addPet: answer("addPet"),
          listMine: answer("listMine"),
          getPet: answer("getPet"),
          deletePet: answer("deletePet"),
          getToy: answer("getToy"),
          putMine: answer("putMine"),
          getImage: echo,
        },
      },
    );
  });

  const ask = async (path: string, method = "GET") => {
    const response = await fetch(served.url + path, { method });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it("prefers a literal segment to a parameter", async () => {
    expect(await ask("/pets/mine")).to.deep.equal({ status: 200, body: { name: "listMine" } });
    expect(await ask("/pets/7")).to.deep.equal({ status: 200, body: { name: "getPet", petId: "7" } });
  });

  it("goes back to the parameter where the literal leads nowhere", async () => {
    const { body } = await ask("/pets/7/toys/9");
    expect(body).to.deep.equal({ name: "getToy", petId: "7", toyId: "9" });
  });

  it("gives each path parameter its own value, whatever the order of their declaration", async () => {
    const { body } = await ask("/pets/a/toys/b");
    expect(body).to.include({ petId: "a", toyId: "b" });
  });

  it("decodes percent-escapes after the path is split, so an escaped slash stays inside its segment", async () => {
    expect((await ask("/pets/a%2Fb%20c%C3%A9")).body).to.deep.equal({ name: "getPet", petId: "a/b cé" });
  });

  it("answers 404 to escapes that are no UTF-8", async () => {
    expect((await ask("/pets/%ff")).status).to.equal(404);
    expect((await ask("/pets/%zz")).status).to.equal(404);
  });

  for (const path of ["/", "/pet", "/pets/", "/pets//toys/9", "/pets/7/toys", "/pets/7/toys/9/10", "//pets"])
    it(`answers 404 NOT_FOUND to ${path}`, async () => {
      const { status, body } = await ask(path);
      expect(status).to.equal(404);
      expect(body).to.include({ code: "NOT_FOUND", status: 404 });
    });

  it("answers 405 to another method and lists those there are", async () => {
    const response = await fetch(`${served.url}/pets/7`, { method: "PATCH" });
    expect(response.status).to.equal(405);
    expect(response.headers.get("allow")).to.equal("GET, DELETE, HEAD, OPTIONS");
    expect((await problemOf(response)).code).to.equal("METHOD_NOT_ALLOWED");
  });

  it("answers OPTIONS with the methods and no body", async () => {
    const response = await fetch(`${served.url}/pets`, { method: "OPTIONS" });
    expect(response.status).to.equal(204);
    expect(response.headers.get("allow")).to.equal("GET, POST, HEAD, OPTIONS");
    expect(await response.text()).to.equal("");
  });

  it("answers HEAD as it would GET, without the body", async () => {
    const [head, full] = await Promise.all([
      fetch(`${served.url}/pets/7`, { method: "HEAD" }),
      fetch(`${served.url}/pets/7`),
    ]);
    expect(head.status).to.equal(200);
    expect(head.headers.get("content-type")).to.equal("application/json");
    expect(head.headers.get("content-length")).to.equal(String((await full.arrayBuffer()).byteLength));
    expect(await head.text()).to.equal("");
  });

  it("answers 405 to HEAD where there is no GET", async () => {
    const response = await fetch(`${served.url}/pets/mine/toys/9`, { method: "HEAD" });
    expect(response.status).to.equal(405);
    expect(response.headers.get("allow")).to.equal("PUT, OPTIONS");
  });

  it("ignores a body that the operation does not take", async () => {
    const response = await fetch(`${served.url}/pets`, { method: "POST", body: "{not json" });
    expect(response.status).to.equal(200);
  });
});

describe("a second address for a part of the paths (x-accord-path-alias)", () => {
  const served = opened(() =>
    serve(
      {
        ...aDocument({
          paths: {
            "/v1/pets/{petId}": { get: get("getPet", "petId") },
            "/v1s": { get: get("listVersions") },
            "/token": { get: get("getToken") },
          },
        }),
        "x-accord-path-alias": { prefix: "/v1", alias: "/v1/old" },
      },
      {
        handlers: {
          getPet: ({ path }: { path: object }) => ({ status: 200, body: path }),
          listVersions: echo,
          getToken: echo,
        },
      },
    ),
  );

  it("answers there as at the path itself", async () => {
    for (const path of ["/v1/pets/7", "/v1/old/pets/7"]) {
      const answer = await fetch(served.url + path);
      expect([answer.status, await answer.json()]).to.deep.equal([200, { petId: "7" }]);
    }
  });

  it("leaves paths alone that do not begin so", async () => {
    for (const path of ["/v1/olds", "/v1/old/token", "/token/old"])
      expect((await fetch(served.url + path)).status, path).to.equal(404);
  });
});
