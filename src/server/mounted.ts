/** An API and its mount on the server. */
import type { Api } from "#src/contract/api.ts";

export interface Mounted {
  readonly api: Api;
  readonly title: string;
  /** `/observability`, or empty when the API is served at the root. */
  readonly mount: string;
}
