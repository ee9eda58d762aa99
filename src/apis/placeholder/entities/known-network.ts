import { column, declareEntity } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

/** A network address from which an account has signed in. */
export const knownNetworkEntity = declareEntity("placeholder_known_networks", {
  userId: column.uuid.key,
  /** An IPv4 address, or the /64 of an IPv6 address. */
  network: column.text.key,
  seenAt: column.timestamp,
});

export const knownNetworks = records(knownNetworkEntity, ["userId"]);
