/**
 * The APIs of this server. This list is the only place that names them all: the server, the command line, mocks, demo
 * tenants, the database's schema, the contract tests and lint go through it.
 */
import type { ApiModule } from "./api-module.ts";
import { insurance } from "./insurance/api.ts";
import { management } from "./management/api.ts";
import { observability } from "./observability/api.ts";
import { ordering } from "./ordering/api.ts";
import { placeholder } from "./placeholder/api.ts";
import { wallet } from "./wallet/api.ts";

const listed = [
  observability,
  insurance,
  wallet,
  ordering,
  placeholder,
  management,
] as const satisfies readonly ApiModule[];

export type ApiName = (typeof listed)[number]["name"];

export const apiModules: readonly (ApiModule & { readonly name: ApiName })[] = listed;

export const apiNames: readonly ApiName[] = listed.map(({ name }) => name);

export function apiModule(name: ApiName): ApiModule {
  const found = apiModules.find((module) => module.name === name);
  if (found === undefined) throw new Error(`${name} is not listed in src/apis/index.ts`);
  return found;
}
