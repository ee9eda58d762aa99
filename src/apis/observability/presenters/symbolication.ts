import type { Schemas } from "#generated/observability/contract.ts";
import type { StoredSymbolication } from "../store/queries/symbolications.ts";
import type { Symbolication } from "../symbols/symbolication/form.ts";

type Kept = Partial<Symbolication> & { readonly reason?: string };

/** While a stack waits to be symbolicated again it is shown as it was. */
function kept({ resultJson }: StoredSymbolication): Kept {
  return resultJson === null ? {} : (JSON.parse(resultJson) as Kept);
}

export function presentSymbolication(stored: StoredSymbolication): Schemas["Symbolication"] {
  const { frames = [], missing = [], exceptionType, causes, reason } = kept(stored);
  return {
    status: stored.status,
    frames: frames as Schemas["Symbolication"]["frames"],
    missing: [...missing],
    ...(exceptionType !== undefined && { exceptionType }),
    ...(causes !== undefined && { causes: causes as NonNullable<Schemas["Symbolication"]["causes"]> }),
    ...(stored.status === "failed" && reason !== undefined && { reason }),
  };
}

/** Of a stack that is text. */
export function presentStacktrace(stored: StoredSymbolication): Schemas["StacktraceSymbolication"] {
  const { missing = [], stacktraces = [], reason } = kept(stored);
  return {
    status: stored.status,
    missing: [...missing],
    stacktrace: stacktraces[0] ?? null,
    ...(stored.status === "failed" && reason !== undefined && { reason }),
  };
}

/** Of each event of a span that has a stack trace, in their order: the trace as text, null where there is no other. */
export function stacktracesOf(stored: StoredSymbolication): readonly (string | null)[] {
  return kept(stored).stacktraces ?? [];
}

/** A note for people on stacks of a span that could not be resolved; null when there is none. */
export function missingText(stored: StoredSymbolication): string | null {
  const missing = (kept(stored).missing ?? []).map((one) =>
    "debugId" in one
      ? `${one.platform} ${one.debugId}`
      : `${one.artifactType} of ${[one.platform, one.release, one.script ?? ""].join(" ").trimEnd()}`,
  );
  return missing.length === 0 ? null : `Stack traces lack symbols: ${missing.slice(0, 5).join(", ")}.`;
}
