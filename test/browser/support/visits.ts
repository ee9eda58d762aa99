/** Chromium, and visits of pages that remember everything they should not have done. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults, Result } from "axe-core";
import { expect } from "chai";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Pictures are kept in this folder where it is set. */
const pictures = process.env.SCREENSHOTS;

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 360, height: 740 };
export const narrow = { width: 375, height: 740 };

export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(`Chromium is not at ${executablePath}. On Debian: apt-get install chromium. Or set CHROMIUM.`);
  }
  return chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
}

/**
 * Chromium for the tests of the surrounding `describe`, where it is made: it begins before them. A visit ends with its test, and
 * leaves a picture of how it failed.
 */
export class TestBrowser {
  #chromium: Browser | undefined;
  readonly #visits: Visit[] = [];

  /** @param more arguments of Chromium, asked for once what was prepared before is there. */
  constructor(more: () => readonly string[] = () => []) {
    const visits = this.#visits;
    before(async () => {
      this.#chromium = await launchChromium(more());
    });
    afterEach(async function () {
      for (const visit of visits.splice(0)) {
        if (this.currentTest?.state === "failed") await visit.picture("failed");
        await visit.end();
      }
    });
    after(() => this.#chromium?.close());
  }

  async visit(...where: VisitParameters): Promise<Visit> {
    const visit = await Visit.begin(this.#begun, ...where);
    this.#visits.push(visit);
    return visit;
  }

  /** A page that nobody watches. */
  page(options: BrowserContextOptions = {}): Promise<Page> {
    return newPage(this.#begun, options);
  }

  get #begun(): Browser {
    if (this.#chromium === undefined) throw new Error("Chromium has not begun yet");
    return this.#chromium;
  }
}

type VisitParameters = [origin: string, options?: BrowserContextOptions, elsewhere?: readonly string[]];

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  // What is awaited takes as long as a busy machine needs: Mocha's limit ends it.
  page.setDefaultTimeout(0);
  return page;
}

export class Visit {
  readonly page: Page;
  readonly faults: string[] = [];
  readonly #origin: string;

  private constructor(page: Page, origin: string, elsewhere: readonly string[]) {
    this.page = page;
    this.#origin = origin;
    page.on("console", (message) => {
      // A refused request of a content security policy is such a message too.
      if (message.type() === "error" || message.type() === "warning") this.faults.push(message.text());
    });
    page.on("pageerror", (error) => this.faults.push(String(error)));
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText;
      // The page itself gives up a request when its answer is not wanted any more.
      if (reason !== "net::ERR_ABORTED") this.faults.push(`${request.url()} failed: ${reason}`);
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (/^https?:|^wss?:/.test(url.protocol) && url.origin !== origin && !elsewhere.includes(url.origin))
        this.faults.push(`asked ${url.origin}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) this.faults.push(`${response.url()} answered ${response.status()}`);
    });
  }

  /** A window of its own, which nothing has been kept in. It may also go to the origins `elsewhere`. */
  static async begin(
    browser: Browser,
    ...[origin, options = { viewport: desktop }, elsewhere = []]: VisitParameters
  ): Promise<Visit> {
    return new Visit(await newPage(browser, options), origin, elsewhere);
  }

  /** Resolves when the page is there with all that its HTML names; a reference goes on drawing itself. */
  async open(path: string): Promise<void> {
    await this.page.goto(this.#origin + path);
  }

  end(): Promise<void> {
    return this.page.context().close();
  }

  async picture(name: string): Promise<void> {
    if (pictures !== undefined) await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }

  /** What a page of the console is like for everybody: in the light, in the dark, and on a phone. It is left as it was. */
  async isForEverybody(name: string): Promise<void> {
    const look = async (as: string) => {
      await this.picture(`${name}${as}`);
      expect(await this.barriers(), `${name}${as}`).to.deep.equal([]);
      expect(await this.overhang(), `${name}${as}`).to.equal(0);
    };
    const otherMode = this.page.getByRole("button", { name: "Dark mode" });
    await look("");
    await otherMode.click();
    await look("-dark");
    await this.page.setViewportSize(narrow);
    await look("-narrow");
    await this.page.setViewportSize(desktop);
    await otherMode.click();
    expect(this.faults).to.deep.equal([]);
  }

  /** What axe finds wrong with the page once nothing is loading, where it is serious or critical: what loads is pale. */
  async barriers(): Promise<string[]> {
    return await this.#violations(({ impact }) => impact === "serious" || impact === "critical");
  }

  /** The same, however slight: for pages that are all our own. */
  flaws(): Promise<string[]> {
    return this.#violations(() => true);
  }

  async #violations(counts: (violation: Result) => boolean): Promise<string[]> {
    // Evaluated by the browser's debugger, past the policy of the page.
    await this.page.evaluate(axe);
    await this.page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    const { violations } = (await this.page.evaluate(
      'axe.run(document, { resultTypes: ["violations"] })',
    )) as AxeResults;
    return violations
      .filter(counts)
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
  }

  /** How far the page is wider than its window (CSS pixels). */
  overhang(): Promise<number> {
    return this.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }
}
