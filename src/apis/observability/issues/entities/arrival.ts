import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";

/** Groups of one flush that are not folded into their issues yet (arrivals.ts). */
export interface IssueArrival {
  readonly projectId: string;
  readonly environment: Environment;
  readonly id: string;
  /** JSON: a list of ArrivedGroup. */
  readonly groups: string;
}

export const arrivalEntity = new EntitySchema<IssueArrival>({
  name: "IssueArrival",
  tableName: "issue_arrivals",
  columns: {
    projectId: { name: "project_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    id: { type: "text", primary: true },
    groups: { type: "text" },
  },
});
