/** The check of the documentation's code and links. */
import { describe, expect, it } from "vitest"
import { blocksOf, excerptFaults, programsOf } from "./blocks.ts"
import { linkFaults, findUnlistedPages } from "./links.ts"

const page = (...lines: ReadonlyArray<string>) => blocksOf("docs/page.md", lines.join("\n"))
const problems = (...lines: ReadonlyArray<string>) => programsOf(page(...lines)).faults.map(({ problem }) => problem)

describe("a code block of a page", () => {
  it("is a program with the line numbers of the page", () => {
    const { faults, programs } = programsOf(page("# Page", "", "```ts", "const a = 1", "```", "```tsx", "<p />", "```"))
    expect(faults).toEqual([])
    expect(programs).toEqual([
      { file: "docs-page/line-4.ts", page: "docs/page.md", text: "\n\n\nconst a = 1\n" },
      { file: "docs-page/line-7.tsx", page: "docs/page.md", text: "\n\n\n\n\n\n<p />\n" }
    ])
  })

  it("is extended by a block that continues it", () => {
    const { programs } = programsOf(page("```ts", "const a = 1", "```", "then", "```ts continues", "a + 1", "```"))
    expect(programs).toEqual([
      { file: "docs-page/line-2.ts", page: "docs/page.md", text: "\nconst a = 1\n\n\n\na + 1\n" }
    ])
  })

  it("has its file name, and its indentation in a list is removed", () => {
    const [program] = programsOf(
      page("1. a step", "", "   ```ts file=src/main.ts", "   if (a) {", "     b()", "   }", "   ```")
    ).programs
    expect(program).toMatchObject({ file: "docs-page/src/main.ts", text: "\n\n\nif (a) {\n  b()\n}\n" })
  })

  it("is not compiled when it is an excerpt, not TypeScript, or marked with a reason", () => {
    const { faults, programs } = programsOf(
      page("```sh", "npm test", "```", "```ts from=a.ts", "a", "```", "```tsx not-compiled=original", "…", "```")
    )
    expect(faults).toEqual([])
    expect(programs).toEqual([])
  })

  it("cannot be excluded by another language name", () => {
    expect(problems("```typescript", "a", "```", "```jsx", "a", "```")).toEqual([
      "the language typescript: say ts or tsx, so that it is compiled",
      "the language jsx: say ts or tsx, so that it is compiled"
    ])
    expect(problems("```ts ignore", "a", "```")).toEqual([expect.stringContaining('"ignore" is no setting')])
  })

  it("cannot continue a block that does not exist", () => {
    const missing = "there is no block before this one that it could continue"
    expect(problems("```ts continues", "a", "```")).toEqual([missing])
    expect(problems("```ts not-compiled=original", "a", "```", "```ts continues", "a", "```")).toEqual([missing])
  })

  it("has a unique file name", () => {
    expect(problems("```ts file=a.ts", "a", "```", "```ts file=a.ts", "b", "```")).toEqual([
      "the page has another a.ts"
    ])
  })

  it("is parsed when it is JSON", () => {
    expect(problems("```json", '{ "a": 1 }', "```", "```json", "{ a: 1 }", "```")).toEqual(["this is no JSON"])
  })
})

describe("an excerpt", () => {
  const source = "const a = () => {\n  if (b) {\n    c()\n  }\n}\n"
  const faults = (...lines: ReadonlyArray<string>) =>
    excerptFaults(page("```ts from=a.ts", ...lines, "```"), (file) => (file === "a.ts" ? source : undefined))

  it("equals lines of its file at any indentation", () => {
    expect(faults("  if (b) {", "    c()", "  }")).toEqual([])
    expect(faults("if (b) {", "  c()", "}")).toEqual([])
  })

  it("is reported when the file has changed or is missing", () => {
    expect(faults("if (b) {", "  d()", "}")).toEqual([
      { page: "docs/page.md", line: 2, problem: "this is not in a.ts" }
    ])
    expect(faults("if (b) {", "}")).toHaveLength(1)
    expect(excerptFaults(page("```ts from=b.ts", "c()", "```"), () => undefined)).toMatchObject([
      { problem: "there is no file b.ts" }
    ])
  })
})

describe("a link", () => {
  const faults = (text: string) =>
    linkFaults(
      new Map([
        ["docs/a.md", text],
        ["docs/b.md", "# B\n\n## What `x` is, in short\n\n```sh\n# no heading\n```"]
      ]),
      (path) => path === "examples/next"
    ).map(({ line, problem }) => `${line}: ${problem}`)

  it("may lead to a page, a heading, a file of the repository, or another site", () => {
    expect(faults("[b](b.md) [x](b.md#what-x-is-in-short) [n](../examples/next) [w](https://a.example/#b)")).toEqual([])
    expect(faults("# Here\n[up](#here)\n```md\n[c](c.md)\n```")).toEqual([])
  })

  it("is reported when its target is missing", () => {
    expect(faults("# A\n[c](c.md)\n[b](b.md#no-heading)\n[up](#no-heading)")).toEqual([
      "2: the link c.md leads to no file",
      "3: the link b.md#no-heading leads to no heading",
      "4: the link #no-heading leads to no heading"
    ])
  })
})

it("every page has to be listed in the contents", () => {
  const pages = new Map([
    ["README.md", ""],
    ["docs/README.md", "[a](a.md)"],
    ["docs/a.md", ""],
    ["docs/b.md", ""]
  ])
  expect(findUnlistedPages(pages, "docs/README.md").map(({ problem }) => problem)).toEqual(["docs/b.md is not listed"])
})
