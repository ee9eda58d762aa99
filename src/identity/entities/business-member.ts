import { declareEntity, key, type Row, textOf, uuid } from "#src/storage/entity.ts";
import type { Role } from "../roles.ts";

/** What a person may do in a business. */
export const businessMemberEntity = declareEntity("business_members", {
  businessId: key(uuid),
  personId: key(uuid),
  role: textOf<Role>(),
});

export type BusinessMember = Row<typeof businessMemberEntity>;
