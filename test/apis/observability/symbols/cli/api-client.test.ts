import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { putFile, UploadError } from "#src/apis/observability/symbols/cli/api-client.ts";
import { temporaryFolder } from "#test/support/folder.ts";

describe("sending a file to the object store", () => {
  it("fails where the store switches protocols", async () => {
    const path = join(temporaryFolder(), "artifact");
    await writeFile(path, "bytes");
    const store = createServer((_, { socket }) => {
      socket?.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n");
    });
    await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}/`;
    const failure = await putFile(url, { path, bytes: 5 }, () => {}).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(UploadError).with.property("message", "The object store answered 101");
    store.closeAllConnections();
    store.close();
  });
});
