import type { JSX } from "preact";
import { useApis } from "../session.ts";
import { Await, More, useLoad, usePages } from "../ui/loading.tsx";
import { Empty, Heading, Scrolled, Time } from "../ui/parts.tsx";

export function Symbols({ url }: { readonly url: URL }): JSX.Element {
  const { observability } = useApis();
  const uploads = useLoad(
    (signal) => observability.get("/api/v1/monitor/debug-symbols/uploads", { query: { limit: 50 }, signal }),
    [observability, url.search],
  );
  const artifacts = usePages(
    (cursor, signal) => observability.get("/api/v1/monitor/artifacts", { query: { limit: 50, cursor }, signal }),
    [observability, url.search],
  );
  return (
    <>
      <Heading name="Symbols" />
      <h2>Source maps and mapping files</h2>
      <Await from={artifacts}>
        {(items) =>
          items.length === 0 ? (
            <Empty>
              <p>
                None yet. Stacks of minified code show the source once a build sends its maps (
                <a href="/docs/guides/symbols">how</a>
                ):
              </p>
              <pre>bin/accord symbols upload dist --release shop@1.0.0</pre>
            </Empty>
          ) : (
            <>
              <Scrolled name="Source maps and mapping files">
                <table>
                  <thead>
                    <tr>
                      <th>Since</th>
                      <th>Release</th>
                      <th>Platform</th>
                      <th>Type</th>
                      <th class="long">Script</th>
                      <th class="number">Size</th>
                      <th class="number">Stacks</th>
                      <th>Last matched</th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map((item) => (
                      <tr key={item.fileId}>
                        <td>
                          <Time at={item.servesSince} />
                        </td>
                        <td>{item.release}</td>
                        <td>{item.platform}</td>
                        <td>{item.artifactType}</td>
                        <td class="long">{item.script}</td>
                        <td class="number">{size(item.size)}</td>
                        <Matched by={item} />
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
              <More pages={artifacts} />
            </>
          )
        }
      </Await>
      <h2>Uploads of debug symbols</h2>
      <Await from={uploads}>
        {({ uploads: items }) =>
          items.length === 0 ? (
            <p class="quiet">None yet.</p>
          ) : (
            <Scrolled name="Uploads of debug symbols">
              <table>
                <thead>
                  <tr>
                    <th>Uploaded</th>
                    <th>State</th>
                    <th>Platform</th>
                    <th>Release</th>
                    <th class="long">File</th>
                    <th class="number">Objects</th>
                    <th class="number">Size</th>
                    <th class="number">Stacks</th>
                    <th>Last matched</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((item) => (
                    <tr key={item.uploadId}>
                      <td>
                        <Time at={item.createdAt} />
                      </td>
                      <td>
                        <span
                          class={`tag ${item.failureReason === null ? "" : "bad"}`}
                          title={item.failureDetail ?? ""}
                        >
                          {item.failureReason ?? item.status}
                        </span>
                      </td>
                      <td>{item.platform}</td>
                      <td>{[item.release, item.buildNumber].filter((part) => part !== null).join(" ")}</td>
                      <td class="long">{item.originalFilename}</td>
                      <td class="number">
                        {item.validObjects}
                        {item.invalidObjects > 0 && `, ${item.invalidObjects} invalid`}
                      </td>
                      <td class="number">{size(item.uploadedSize)}</td>
                      <Matched by={item} />
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scrolled>
          )
        }
      </Await>
    </>
  );
}

/** How many stacks symbols have made readable, and when the last one. */
function Matched({
  by: { matchedStacks, lastMatchedAt },
}: {
  readonly by: { readonly matchedStacks: number; readonly lastMatchedAt: string | null };
}): JSX.Element {
  return (
    <>
      <td class="number">{matchedStacks.toLocaleString("en")}</td>
      <td>{lastMatchedAt === null ? <span class="quiet">never</span> : <Time at={lastMatchedAt} />}</td>
    </>
  );
}

/** Bytes, as people read them. */
function size(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
