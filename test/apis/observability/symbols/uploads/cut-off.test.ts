import { expect } from "chai";
import { SymbolReaders } from "#src/apis/observability/symbols/reading/symbol-readers.ts";
import { completeArtifact } from "#src/apis/observability/symbols/uploads/complete.ts";
import { Problem } from "#src/http/problem.ts";
import { whileTested } from "#test/support/api-server.ts";
import { until } from "#test/support/until.ts";
import { aLongMapping, aMapping, type Caller, SymbolServer } from "./symbol-server.ts";

describe("completions whose reading is cut off", () => {
  const server = whileTested(new SymbolServer());
  let caller: Caller;
  beforeEach(async () => {
    caller = await server.aCaller();
  });

  /** Completes an upload as the server does, with readers of the test's own. Returns the code of the problem. */
  const refused = async (uploadId: string, readers: SymbolReaders): Promise<string> => {
    const { database, dependencies } = server;
    const quotas = { bytes: 1e9, uploadsPerDay: 100 };
    const completing = completeArtifact(
      { ...dependencies, database, quotas, readers },
      caller,
      uploadId,
      new AbortController().signal,
    );
    return await completing.then(
      () => expect.fail("was completed"),
      (error: unknown) => (error instanceof Problem ? `${error.status} ${error.code}` : String(error)),
    );
  };
  const killed = async (uploadId: string): Promise<string> => {
    const readers = new SymbolReaders();
    const answer = refused(uploadId, readers);
    await until(() => readers.pids.length > 0);
    for (const pid of readers.pids) process.kill(pid, "SIGKILL");
    return await answer.finally(() => readers.close());
  };
  const stateOf = async (uploadId: string) => {
    const { rows } = await server.database.pool.query(
      "SELECT status, failure_reason, attempts FROM symbol_uploads WHERE project_id = $1 AND upload_id = $2",
      [caller.projectId, uploadId],
    );
    return Object.values(rows[0] ?? {});
  };

  it("may be repeated, and are good then", async () => {
    const bytes = aMapping("Interrupted");
    const uploadId = await server.sent(caller, "artifacts", bytes);
    expect(await killed(uploadId)).to.equal("503 OVERLOADED");
    expect(await stateOf(uploadId)).to.deep.equal(["AWAITING_UPLOAD", null, 1]);
    expect((await server.complete(caller, "artifacts", uploadId)).status).to.equal(201);
    expect(await server.keys(caller)).to.have.length(1);
  });

  it("may be repeated where the process neither worked nor ended", async () => {
    const uploadId = await server.sent(caller, "artifacts", aMapping("Starved"));
    const readers = new SymbolReaders({ limits: { patienceMs: 1 } });
    expect(await refused(uploadId, readers).finally(() => readers.close())).to.equal("503 OVERLOADED");
    expect((await server.complete(caller, "artifacts", uploadId)).status).to.equal(201);
  });

  it("end the upload after the third time, for good", async () => {
    const uploadId = await server.sent(caller, "artifacts", aMapping("Deadly"));
    for (let time = 0; time < 3; time++) expect(await killed(uploadId)).to.equal("503 OVERLOADED");
    const answer = await server.complete<{ code: string; detail: string }>(caller, "artifacts", uploadId);
    expect([answer.status, answer.body.code]).to.deep.equal([400, "ARTIFACT_UNREADABLE"]);
    expect(answer.body.detail).to.contain("cut off each time");
    expect(await stateOf(uploadId)).to.deep.equal(["INVALID", "ARTIFACT_UNREADABLE", 4]);
    expect((await server.complete(caller, "artifacts", uploadId)).status).to.equal(409);
    expect(await server.keys(caller)).to.deep.equal([]);
  });

  it("end the upload at once when its file takes too much", async () => {
    const heavy = aLongMapping(200_000);
    const uploadId = await server.sent(caller, "artifacts", heavy);
    const readers = new SymbolReaders({ limits: { cpuMs: 1 } });
    expect(await refused(uploadId, readers).finally(() => readers.close())).to.equal("400 ARTIFACT_UNREADABLE");
    expect((await stateOf(uploadId)).slice(0, 2)).to.deep.equal(["INVALID", "ARTIFACT_UNREADABLE"]);
    const again = await server.presign(caller, "artifacts", heavy);
    expect(again.status, "announced again").to.equal(201);
  });
});
