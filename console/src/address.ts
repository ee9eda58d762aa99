/** The address in the browser's bar: all that a page shows follows from it, so that it can be shared. */
import { useEffect, useState } from "preact/hooks";

export const base = "/console";

const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Goes to an address of the console, or lets it stand for the present one. */
export function go(address: string, how: "push" | "replace" = "push"): void {
  history[how === "push" ? "pushState" : "replaceState"](null, "", address);
  if (how === "push") scrollTo(0, 0);
  tell();
}

/** Changes parameters of the present address; undefined and empty ones go. */
export function setQuery(
  changes: Readonly<Record<string, string | undefined>>,
  how: "push" | "replace" = "push",
): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  history[how === "push" ? "pushState" : "replaceState"](null, "", url);
  tell();
}

export function useAddress(): URL {
  const [url, set] = useState(() => new URL(location.href));
  useEffect(() => {
    const listener = () => set(new URL(location.href));
    listeners.add(listener);
    addEventListener("popstate", listener);
    return () => {
      listeners.delete(listener);
      removeEventListener("popstate", listener);
    };
  }, []);
  return url;
}

/** Links within the console change the page without loading it again. */
export function followLinks(): void {
  document.addEventListener("click", (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.target !== "" || link.origin !== location.origin || link.hash !== "") return;
    if (link.pathname !== base && !link.pathname.startsWith(`${base}/`)) return;
    event.preventDefault();
    go(link.href);
  });
}

/** A path of the console with parameters; those that are undefined are left out. */
export function address(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  return text === "" ? path : `${path}?${text}`;
}
