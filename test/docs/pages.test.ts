/** The documentation leads somewhere: links, anchors, paths of files and names of scripts that it gives are there. */
import { existsSync, globSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect } from "chai";
import { code, pages, project, prose, read } from "#test/support/documentation.ts";

interface Link {
  readonly path: string;
  readonly anchor: string;
}

function linksIn(page: string): Link[] {
  return [...prose(page).matchAll(/\]\((?![a-z]+:)([^)#\s]*)#?([^)\s]*)\)/g)].map(([, path = "", anchor = ""]) => ({
    path: path === "" ? page : normalize(join(dirname(page), path)),
    anchor,
  }));
}

/** The anchors of a page as GitHub makes them. */
function anchorsIn(page: string): string[] {
  return [...prose(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("the documentation", () => {
  for (const page of pages) {
    describe(page, () => {
      it("links only to files and headings that exist", () => {
        for (const { path, anchor } of linksIn(page)) {
          expect(existsSync(join(project, path)), path).to.equal(true);
          if (anchor !== "") expect(anchorsIn(path), path).to.include(anchor);
        }
      });

      it("names only files that exist", () => {
        // A changelog tells of what was.
        if (page === "CHANGELOG.md") return;
        const named = code(page).matchAll(
          /(?<![\w./<-])((?:src|test|specs|scripts|docs|generated|bench)\/[\w./*-]*\w)/g,
        );
        for (const [, path = ""] of named) {
          expect(globSync(path, { cwd: project }), `${path}, which the page names`).not.to.deep.equal([]);
        }
      });

      it("names only npm scripts that package.json has", () => {
        const { scripts } = JSON.parse(read("package.json")) as { scripts: object };
        for (const [, name = ""] of read(page).matchAll(/npm run ([a-z]+)/g)) expect(scripts).to.have.property(name);
      });
    });
  }

  it("lists every page of docs/ in docs/README.md", () => {
    const listed = linksIn("docs/README.md").map(({ path }) => path);
    const others = globSync("docs/**/*.md", { cwd: project }).filter((page) => page !== "docs/README.md");
    expect(listed).to.include.members(others);
  });

  it("begins with a README of at most 200 lines", () => {
    expect(read("README.md").trimEnd().split("\n").length).to.be.at.most(200);
  });

  it("is named rightly where the code refers to it", () => {
    const files = globSync("{src,packages,scripts,bench,test}/**/*.{ts,mjs,cjs}", { cwd: project }).concat(
      "Dockerfile",
      "compose.yaml",
    );
    for (const file of files) {
      for (const [path] of read(file).matchAll(/docs\/[\w/-]+\.md/g)) {
        expect(existsSync(join(project, path)), `${path}, which ${file} names`).to.equal(true);
      }
    }
  });
});
