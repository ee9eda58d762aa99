/** Addresses of the server's pages. Links between pages are relative, so that they work behind any proxy. */
import { posix } from "node:path";
import type { HttpMethod } from "#src/contract/document.ts";
import type { Mounted } from "../mounted.ts";

/** The relative link from `page` to `address`. Both are below the server's root, without a leading slash. */
export function relativeAddress(page: string, address: string): string {
  const [path = "", anchor] = address.split("#", 2);
  const folder = posix.relative(posix.dirname(`/${page}`), posix.dirname(`/${path}`)) || ".";
  const found = path === "" ? `${folder}/` : posix.join(folder, posix.basename(path));
  return anchor === undefined ? found : `${found}#${anchor}`;
}

/** The address of an API's reference page, without a leading slash. */
export function referenceAddress({ mount }: Mounted): string {
  return `${mount}/docs`.slice(1);
}

/** The address of an operation in the reference (Scalar) of its API. */
export function operationAddress(api: Mounted, tag: string, method: HttpMethod, path: string): string {
  return `${referenceAddress(api)}#${operationFragment(tag, method, path)}`;
}

/** The fragment that Scalar gives an operation. */
export function operationFragment(tag: string, method: HttpMethod, path: string): string {
  return `tag/${tag.toLowerCase().replaceAll(" ", "-")}/${method.toUpperCase()}${path}`;
}
