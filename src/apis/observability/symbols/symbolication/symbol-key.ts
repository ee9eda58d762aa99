/** The key of the symbols that a crash waits for. */
import { hash } from "node:crypto";
import { otherByteOrder } from "@accord/debug-info/native";
import type { Tenant } from "../../records.ts";

/** Text artifacts by the release that they were made with, debugging information by the id in the binary. */
export type SymbolName =
  | { readonly platform: string; readonly release: string }
  | {
      /** As a UUID in lower case, in either byte order. */
      readonly debugId: string;
    };

/** A UUID of the tenant's own: `1.0.0` of one project is not that of another, in the index of all of them. */
export function symbolKey({ projectId, environment }: Tenant, symbols: SymbolName): string {
  const name = "debugId" in symbols ? bothOrders(symbols.debugId) : [symbols.platform, symbols.release];
  const hex = hash("sha256", JSON.stringify([projectId, environment, ...name])).slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function bothOrders(debugId: string): readonly string[] {
  return ["debug", ...[debugId, otherByteOrder(debugId)].sort()];
}
