import { EntitySchema } from "typeorm";
import { records } from "#src/storage/records.ts";

/** A network address from which an account has signed in. */
export interface KnownNetwork {
  readonly userId: string;
  /** An IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string;
  readonly seenAt: Date;
}

export const knownNetworkEntity = new EntitySchema<KnownNetwork>({
  name: "PlaceholderKnownNetwork",
  tableName: "placeholder_known_networks",
  columns: {
    userId: { name: "user_id", type: "uuid", primary: true },
    network: { type: "text", primary: true },
    seenAt: { name: "seen_at", type: "timestamptz" },
  },
});

export const knownNetworks = records(knownNetworkEntity, ["userId"]);
