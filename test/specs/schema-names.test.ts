import { expect } from "chai";
import type { JsonSchema, OpenApiDocument } from "#src/contract/document.ts";
import { schemaNameFaults } from "../../scripts/documents/schema-names.ts";

const faultsOf = (schemas: Record<string, JsonSchema>) =>
  schemaNameFaults({ components: { schemas } } as unknown as OpenApiDocument).map(({ pointer }) => pointer);

const status = (...values: unknown[]) => ({ type: "string", enum: values });

describe("the names of schemas", () => {
  it("are not those that Go gives to constructors", () => {
    expect(faultsOf({ Order: {}, NewOrder: {}, NewPassword: {}, Newsletter: {}, sletter: {} })).to.deep.equal([
      "/components/schemas/NewOrder",
    ]);
  });

  it("are not those of types that generated code has anyway", () => {
    expect(faultsOf({ Int64: {}, String: {}, Date: {}, OtlpInt64: {}, Day: {} })).to.deep.equal([
      "/components/schemas/Int64",
      "/components/schemas/String",
      "/components/schemas/Date",
    ]);
  });

  it("tell the constants of enumerations apart, which in Go are one list", () => {
    const quotes = status("PENDING", "SOLD", null);
    const policies = status("pending", "ACTIVE");
    expect(faultsOf({ Quote: quotes, Policy: policies })).to.deep.equal(["/components/schemas/Policy"]);
    expect(
      faultsOf({ Quote: quotes, Policy: { ...policies, "x-enum-varnames": ["POLICY_PENDING", "POLICY_ACTIVE"] } }),
    ).to.deep.equal([]);
    expect(faultsOf({ A: status("x", null), B: status("y", null) })).to.deep.equal([]);
  });
});
