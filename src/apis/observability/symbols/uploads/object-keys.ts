/** Where the bytes of symbols lie in the object store: their project first, as everything of a tenant's. */
import type { Tenant } from "../../records.ts";

/** A file in use, or on its way in or out. No address that was given out leads there. */
export function fileKey({ projectId, environment }: Tenant, fileId: string): string {
  return `${projectId}/observability/${environment}/symbols/files/${fileId}`;
}

/** Where the address of an upload leads. Its bytes are moved away when the upload is completed. */
export function incomingKey({ projectId, environment }: Tenant, uploadId: string): string {
  return `${projectId}/observability/${environment}/symbols/incoming/${uploadId}`;
}
