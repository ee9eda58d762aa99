/** The page at the server's root: which APIs there are, and where their documents are. */
import type { Context } from "koa";
import { escapeHtml } from "#src/http/html.ts";

export interface Listing {
  readonly title: string;
  readonly mount: string;
  readonly summary: string;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 3rem auto; padding: 0 1rem; }
article { border-top: 1px solid #8886; padding: .5rem 0; }
h2 { margin: .5rem 0 0; font-size: 1.15rem; }
p { margin: .25rem 0 .5rem; }
a { margin-right: 1rem; }
`;

export function landingPage(context: Context, listings: readonly Listing[]): void {
  if (context.method !== "GET" && context.method !== "HEAD") {
    context.status = 405;
    context.set("Allow", "GET, HEAD");
    return;
  }
  context.set({
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
  });
  context.type = "text/html";
  context.body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Accord</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>Accord</h1>
<p>Every API here is exactly what its OpenAPI document says.</p>
${listings.map(article).join("\n")}
<p><a href="healthz">Alive?</a><a href="readyz">Ready?</a></p>
</body>
</html>
`;
}

function article({ title, mount, summary }: Listing): string {
  const base = escapeHtml(mount.slice(1));
  return `<article>
<h2>${escapeHtml(title)}</h2>
<p>${escapeHtml(summary)}</p>
<a href="${base}/docs">Reference</a><a href="${base}/openapi.json">OpenAPI document</a><code>${escapeHtml(mount)}</code>
</article>`;
}
