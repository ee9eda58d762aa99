import { expect } from "chai";
import { metricQueryHandlers } from "#src/apis/observability/handlers/metric-queries.ts";
import { until } from "#test/support/until.ts";

type Dependencies = Parameters<typeof metricQueryHandlers>[0];
type Handlers = ReturnType<typeof metricQueryHandlers>;
type ListLabels = Handlers["listLabels"];

describe("lists of labels", () => {
  it("are read one at a time for a project, and two at a time for all, however many are asked for", async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const read = async (tenant: { readonly projectId: string }) => {
      begun.push(tenant.projectId);
      await new Promise<void>((resolve) => ends.push(resolve));
      return [];
    };
    const handlers = metricQueryHandlers({
      readerOf: () => ({ labelNames: read, labelValues: read, series: read }),
      query: (call: { identity: { project: { id: string } } }, work: (connection: object, tenant: object) => unknown) =>
        work({ signal: new AbortController().signal }, { projectId: call.identity.project.id, environment: "test" }),
      now: Date.now,
      experimental: false,
    } as unknown as Dependencies);
    const ask = (project: string) => {
      const call = { identity: { project: { id: project } }, signal: new AbortController().signal };
      const [request, asked] = [{ query: {}, path: { name: "job" } }, call] as unknown as Parameters<ListLabels>;
      return [
        handlers.listLabels(request, asked),
        handlers.listLabelValues(request as never, asked as never),
        handlers.listLabels(request, asked),
      ];
    };
    /** After everything that can begin has begun. */
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const lists = ask("one");
    await turn();
    expect(begun).to.deep.equal(["one"]);
    lists.push(...ask("other"), ...ask("third"));
    await turn();
    expect(begun).to.deep.equal(["one", "other"]);
    for (let ended = 0; ended < 9; ended++) {
      await until(() => ends.length > ended);
      expect(begun.length - ended).to.be.at.most(2);
      expect(new Set(begun.slice(ended)).size, "of one project each").to.equal(begun.length - ended);
      ends[ended]?.();
      await turn();
    }
    await Promise.all(lists);
    expect(begun).to.have.length(9);
  });
});
