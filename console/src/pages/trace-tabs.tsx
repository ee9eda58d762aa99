import type { JSX } from "preact";
import { homeOf, useScope } from "../session.ts";

/** The ways of looking at traces. */
export function TraceTabs({ at }: { readonly at: "search" | "map" }): JSX.Element {
  const home = `${homeOf(useScope())}/traces`;
  return (
    <nav class="tabs" aria-label="Traces">
      <a href={home} aria-current={at === "search" ? "page" : undefined}>
        Search
      </a>
      <a href={`${home}/map`} aria-current={at === "map" ? "page" : undefined}>
        Service map
      </a>
    </nav>
  );
}
