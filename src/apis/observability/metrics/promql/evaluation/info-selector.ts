/** Which series `info()` looks at. */
import { nameLabel } from "../../label-bytes.ts";
import { QueryPatterns } from "../regexp.ts";
import type { Call, Matcher, VectorSelector } from "../syntax/tree.ts";

/** Which info series are meant where none are named. */
export const usualName = new QueryPatterns().matcher(nameLabel, "=", "target_info");

export function isOfName({ name }: Matcher): boolean {
  return name === nameLabel;
}

/** Those of the second argument; null without it. */
export function writtenMatchers(call: Call): readonly Matcher[] | null {
  const [, wanted] = call.arguments;
  return wanted?.kind === "vectorSelector" ? wanted.matchers : null;
}

const selectors = new WeakMap<Call, VectorSelector>();

/** The info series that a call may need. */
export function infoSelector(call: Call): VectorSelector {
  let selector = selectors.get(call);
  if (selector === undefined) {
    const written = writtenMatchers(call) ?? [];
    const matchers = written.some(isOfName) ? written : [usualName, ...written];
    const { from, to } = call;
    selector = { kind: "vectorSelector", type: "vector", name: "", matchers, offsetMs: 0, at: null, from, to };
    selectors.set(call, selector);
  }
  return selector;
}
