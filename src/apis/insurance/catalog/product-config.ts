/** The coverages and choices of a product. They are read from its insurer every time. */

import type { Log } from "#src/storage/log.ts";
import type { CallOptions, InsurerClient } from "../insurers/client.ts";
import { InsurerFailure } from "../insurers/failure.ts";
import type { Schemas } from "../insurers/protocol.ts";

export type ProductConfig = Schemas["ProductConfig"];

/** How long the reader of one product waits for its config (ms). */
export const configPatienceMs = 5_000;

/** Null when the insurer gives no usable answer in time: a product can be shown without its config. */
export async function readConfig(
  client: InsurerClient,
  productId: string,
  log: Log,
  options: CallOptions,
): Promise<ProductConfig | null> {
  try {
    return (await client.call("getProduct", { path: { productId } }, options)).config;
  } catch (error) {
    if (!(error instanceof InsurerFailure)) throw error;
    const { requestId } = options;
    log.info(
      { requestId, providerId: client.insurer.id, productId, err: error },
      "A product's config could not be read",
    );
    return null;
  }
}
