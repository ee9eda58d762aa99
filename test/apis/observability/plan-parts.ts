/** What the parts of the contract plan share. */
import type { Project } from "#src/identity/entities.ts";
import type { Callers } from "../../../scripts/contract-runner/shapes.ts";
import type { Headers, ObservabilityServer } from "./operations/server.ts";

/** Someone who may call an operation, and the project on whose behalf. */
export interface Caller {
  readonly headers: Headers;
  readonly project: Project;
}

export interface PlanParts {
  readonly server: ObservabilityServer;
  /** Who has a key for a project of their own. */
  readonly keys: Callers<Caller>;
}
