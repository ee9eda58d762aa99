import { EntitySchema } from "typeorm";
import type { Role } from "../roles.ts";

/** What a person may do in a business. */
export interface BusinessMember {
  businessId: string;
  personId: string;
  role: Role;
}

export const businessMemberEntity = new EntitySchema<BusinessMember>({
  name: "BusinessMember",
  tableName: "business_members",
  columns: {
    businessId: { name: "business_id", type: "uuid", primary: true },
    personId: { name: "person_id", type: "uuid", primary: true },
    role: { type: "text" },
  },
});
