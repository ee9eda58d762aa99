/** Addresses of the server's pages as one page writes them: relative, so that they hold behind any proxy. */
import { posix } from "node:path";
import type { HttpMethod } from "#src/contract/document.ts";
import type { Mounted } from "../mounted.ts";

/** From the page at `page` to what lies at `address`, both below the server's root without a slash before them. */
export function relativeAddress(page: string, address: string): string {
  const [path = "", anchor] = address.split("#", 2);
  const folder = posix.relative(posix.dirname(`/${page}`), posix.dirname(`/${path}`)) || ".";
  const found = path === "" ? `${folder}/` : posix.join(folder, posix.basename(path));
  return anchor === undefined ? found : `${found}#${anchor}`;
}

export function referenceAddress({ mount }: Mounted): string {
  return `${mount}/docs`.slice(1);
}

/** Where Scalar shows an operation on the page of its API. */
export function operationAddress(api: Mounted, tag: string, method: HttpMethod, path: string): string {
  return `${referenceAddress(api)}#${operationFragment(tag, method, path)}`;
}

export function operationFragment(tag: string, method: HttpMethod, path: string): string {
  return `tag/${tag.toLowerCase().replaceAll(" ", "-")}/${method.toUpperCase()}${path}`;
}
