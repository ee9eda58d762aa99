import { column, declareEntity } from "#src/storage/entity.ts";
import type { Role } from "../roles.ts";

/** What a person may do in a business. */
export const businessMemberEntity = declareEntity("business_members", {
  businessId: column.uuid.key,
  personId: column.uuid.key,
  role: column.textOf<Role>(),
});
