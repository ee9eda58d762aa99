import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { putFile, UploadError } from "#src/apis/observability/symbols/cli/api-client.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { listening } from "#test/support/listening.ts";

describe("sending a file to the object store", () => {
  it("fails where the store switches protocols", async () => {
    const path = join(temporaryFolder(), "artifact");
    await writeFile(path, "bytes");
    const store = await listening(
      createServer((_, { socket }) => {
        socket?.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n");
      }),
    );
    const failure = await putFile(store.url, { path, bytes: 5 }, () => {}).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(UploadError).with.property("message", "The object store answered 101");
    await store.close();
  });
});
