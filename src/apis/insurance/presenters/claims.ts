/** How claims look to the business that owns them. */
import type { Schemas } from "#generated/insurance/contract.ts";
import { parseDateTime } from "#src/http/date-time.ts";
import type { ClaimRow } from "../entities/claim.ts";

/** The claim in the insurer's words. */
export function presentClaim({
  providerId,
  productId,
  environment,
  document,
}: Pick<ClaimRow, "providerId" | "productId" | "environment" | "document">): Schemas["Claim"] {
  const { openedAt, updatedAt, attachments, ...members } = document;
  return {
    providerId,
    productId,
    ...members,
    attachments: attachments.map(({ fileId, attachedAt }) => ({ fileId, attachedAt: moment(attachedAt) })),
    environment,
    openedAt: moment(openedAt),
    updatedAt: moment(updatedAt),
  };
}

function moment(text: string): string {
  return parseDateTime(text).toISOString();
}
