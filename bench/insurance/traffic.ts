/** What merchants do all day: reading the catalog and asking for quotes, as fast as it goes and at a fixed rate. */
import autocannon from "autocannon";
import { budget, table } from "../report.ts";
import { type Shop, withShop } from "./shop.ts";

interface Question {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
  /** Requests a second when the rate is fixed. */
  readonly steady: number;
  /** Requests a second at least. */
  readonly budget?: number;
}

const seconds = 8;
const connections = 16;

const form = { formId: "personal-accident.new_business", formVersion: 1 };
const answers = { holderName: "Ada Obi", dateOfBirth: "1990-04-12", sumInsured: 1_000_000 };

const questions: readonly Question[] = [
  { name: "taxonomy", method: "GET", path: "/taxonomy", steady: 200, budget: 6_300 },
  { name: "products, a page of 20", method: "GET", path: "/products?limit=20", steady: 200 },
  {
    name: "a product, its config read from the insurer",
    method: "GET",
    path: "/products/aegis/personal-accident",
    steady: 200,
  },
  {
    name: "a quote, committed",
    method: "POST",
    path: "/quotes",
    body: { providerId: "aegis", productId: "personal-accident", ...form, configuration: answers },
    steady: 50,
    budget: 400,
  },
];

export function benchTraffic(): Promise<void> {
  return withShop(async (shop) => {
    const fetched = await fetch(`${shop.api}/products/aegis/personal-accident/form?context=new_business`, shop);
    if (!fetched.ok) throw new Error(`the form was answered ${fetched.status}`);
    const rows: string[][] = [];
    const budgets: [name: string, rate: number, atLeast: number][] = [];
    for (const question of questions) {
      await load(shop, question, { duration: 2 });
      const most = await load(shop, question, { duration: seconds });
      const steady = await load(shop, question, { duration: seconds, overallRate: question.steady });
      rows.push([
        question.name,
        most.requests.average.toFixed(0),
        most.latency.p99.toFixed(0),
        String(question.steady),
        steady.latency.p50.toFixed(0),
        steady.latency.p99.toFixed(0),
      ]);
      if (question.budget !== undefined) budgets.push([question.name, most.requests.average, question.budget]);
    }
    table([`merchant, ${connections} connections`, "requests/s", "p99 ms", "at a rate of", "p50 ms", "p99 ms"], rows);
    for (const [name, rate, atLeast] of budgets) budget(name, rate, atLeast);
  });
}

async function load(
  { api, headers }: Shop,
  { name, method, path, body }: Question,
  pace: { readonly duration: number; readonly overallRate?: number },
): Promise<autocannon.Result> {
  const result = await autocannon({
    url: `${api}${path}`,
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    connections,
    ...pace,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed`);
  return result;
}
