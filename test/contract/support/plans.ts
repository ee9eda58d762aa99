import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiDocument } from "#src/contract/document.ts";
import type { ContractPlan } from "../../../scripts/contract-runner/plan.ts";

const project = join(import.meta.dirname, "../../..");

/** The folders in specs/ that hold a document. */
export function documentNames(): string[] {
  const specs = join(project, "specs");
  return readdirSync(specs).filter((name) => existsSync(join(specs, name, "openapi.yaml")));
}

/** Where the published document is. */
function documentFile(name: string): string {
  return join(project, "generated", name, "openapi.json");
}

export function documentOf(name: string): OpenApiDocument {
  return JSON.parse(readFileSync(documentFile(name), "utf8"));
}

/** How the document's operations get to their statuses. Throws an error that names the file where there is none. */
export async function planOf(name: string): Promise<ContractPlan> {
  const file = `test/apis/${name}/contract-plan.ts`;
  if (!existsSync(join(project, file))) throw new Error(`${file} is missing: it brings operations to their statuses`);
  const { default: plan } = (await import(join(project, file))) as { default: ContractPlan };
  return plan;
}
