import { expect } from "chai";
import { aDocument } from "#test/contract/support/document.ts";
import { announcesBreaking, breakingChanges } from "../../scripts/check-breaking.ts";

const text = { type: "string" };
const pet = { type: "object", required: ["name"], properties: { name: text, note: text } };

/** Animals of a shelter, with some things in another way. */
function documentWith({ request = pet, answer = pet, others = {}, parameters = [] as object[] } = {}) {
  const json = (schema: object) => ({ "application/json": { schema } });
  return aDocument({
    paths: {
      "/pets": {
        post: {
          operationId: "addPet",
          parameters,
          requestBody: { required: true, content: json(request) },
          responses: { "201": { description: "Added.", content: json(answer) } },
        },
        ...others,
      },
    },
  });
}

const list = { operationId: "listPets", responses: { "204": { description: "None." } } };
const sorted = (required: boolean) => [{ name: "sort", in: "query", required, schema: text }];

describe("what breaks clients of a release", () => {
  const before = documentWith();

  it("is nothing where nothing changed, or where something was added", () => {
    expect(breakingChanges(before, documentWith())).to.deep.equal([]);
    const more = { ...pet, properties: { ...pet.properties, age: { type: "integer" } } };
    const after = documentWith({ request: more, answer: more, others: { get: list }, parameters: sorted(false) });
    expect(breakingChanges(before, after)).to.deep.equal([]);
  });

  const breaks: [what: string, from: ReturnType<typeof documentWith>, to: ReturnType<typeof documentWith>][] = [
    ["an operation that is gone", documentWith({ others: { get: list } }), before],
    [
      "a member that requests must have from now on",
      before,
      documentWith({ request: { ...pet, required: ["name", "note"] } }),
    ],
    ["a parameter that must be given from now on", before, documentWith({ parameters: sorted(true) })],
    [
      "a member of another type",
      before,
      documentWith({ answer: { ...pet, properties: { ...pet.properties, name: { type: "integer" } } } }),
    ],
    [
      "a member that answers no longer have",
      before,
      documentWith({ answer: { ...pet, properties: { name: text } } as typeof pet }),
    ],
  ];
  for (const [what, from, to] of breaks)
    it(`is ${what}`, () => {
      const changes = breakingChanges(from, to);
      expect(changes).to.not.deep.equal([]);
      expect(changes[0]).to.match(/^(GET|POST) \/pets /);
    });

  it("is another name of an operation, after which clients name their functions", () => {
    const renamed = documentWith({ others: { get: { ...list, operationId: "findPets" } } });
    const [change] = breakingChanges(documentWith({ others: { get: list } }), renamed);
    expect(change).to.match(/^GET \/pets operationId: /);
  });

  it("is another format of what is sent, but not of what comes back", () => {
    const formatted = { ...pet, properties: { ...pet.properties, name: { ...text, format: "uuid" } } };
    expect(breakingChanges(before, documentWith({ request: formatted }))).to.have.length(1);
    expect(breakingChanges(before, documentWith({ answer: formatted }))).to.deep.equal([]);
  });

  describe("for receivers of webhooks", () => {
    const notifying = (schema: object) => ({
      ...before,
      webhooks: {
        petSold: {
          post: {
            operationId: "receivePetSold",
            requestBody: { content: { "application/json": { schema } } },
            responses: { "2XX": { description: "Taken." } },
          },
        },
      },
    });

    it("is a webhook or a member of its body that comes no more", () => {
      const sold = notifying(pet);
      const [gone] = breakingChanges(sold, before);
      expect(gone).to.match(/^POST webhook petSold /);
      const [less] = breakingChanges(sold, notifying({ ...pet, properties: { name: text } }));
      expect(less).to.match(/^POST webhook petSold .*note/);
    });

    it("is not one more, nor one more member", () => {
      const more = { ...pet, properties: { ...pet.properties, age: { type: "integer" } } };
      expect(breakingChanges(before, notifying(pet))).to.deep.equal([]);
      expect(breakingChanges(notifying(pet), notifying(more))).to.deep.equal([]);
    });
  });

  it("may be done under a higher major version", () => {
    const version = (number: string) => ({ ...before, info: { ...before.info, version: number } });
    expect(announcesBreaking(version("1.9.0"), version("2.0.0"))).to.equal(true);
    expect(announcesBreaking(version("1.9.0"), version("1.10.0"))).to.equal(false);
  });
});
