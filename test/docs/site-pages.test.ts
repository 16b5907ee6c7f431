/** The sources of the site's pages. `test/browser/site.test.ts` tests the built site. */
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { docsPages, linksBelow, llmsText, splitBySections, summaryOf } from "../../scripts/site/pages.mjs"
import { configurationPage, permissionsPage } from "../../scripts/site/reference/settings.mjs"

const pages = docsPages(fileURLToPath(new URL("../..", import.meta.url)))
const contents = pages.find(({ path }) => path === "index.md")?.text ?? ""

describe("the pages of the documentation site", () => {
  it("link to pages of the site, and else to the repository", () => {
    const paths = new Set(pages.map(({ path }) => path))
    expect(paths).toContain("wire/index.md")
    expect(contents).toContain("](wire/index.md)")
    expect(contents).toContain("](https://github.com/keystile/keystile/blob/main/examples/react-app/README.md)")
    for (const { text } of pages) expect(text).not.toMatch(/\]\((?!https?:)[^)]*README\.md/)
  })

  it("are split by sections, with a link to each", () => {
    const text =
      "# Endpoints\n\nTypes are at the [end](#data-types).\n\n## OAuth\n\n### GET /a\n\nReads.\n\n## Data types\n\nText.\n"
    const [contents, oauth, types, ...others] = splitBySections({ path: "wire/endpoints.md", text })
    expect(contents).toEqual({
      path: "wire/endpoints.md",
      text: [
        "# Endpoints",
        "",
        "Types are at the [end](endpoints/data-types.md).",
        "",
        "- [OAuth](endpoints/oauth.md)",
        "  - [GET /a](endpoints/oauth.md#get-a)",
        "- [Data types](endpoints/data-types.md)",
        ""
      ].join("\n")
    })
    expect(oauth?.path).toBe("wire/endpoints/oauth.md")
    expect(oauth?.text).toContain("# OAuth\n")
    expect(oauth?.text).toContain("\n## GET /a\n\nReads.\n")
    expect(types?.text).toContain("\nText.\n")
    expect(others).toEqual([])
  })

  it("are in the sidebar in the order of the contents", () => {
    const guides = linksBelow(contents, "Guides")
    expect(guides[0]).toEqual({ text: "React", link: "/react" })
    const topics = linksBelow(contents, "Reference").map(({ link }) => link)
    expect(topics).toContain("/problems")
    const known = new Set(pages.map(({ path }) => `/${path.replace(/\.md$/, "")}`))
    for (const link of [...guides.map(({ link }) => link), ...topics]) expect(known).toContain(link)
  })

  it("have a title, and are listed for language models", () => {
    for (const { path, text } of pages) expect(summaryOf(text).title, path).not.toBe("")
    expect(llmsText(pages)).toContain(
      "- [Problems](/problems.md): Error messages, what they mean, and how to fix them."
    )
  })

  it("describe settings and permissions from their declarations", () => {
    expect(configurationPage()).toContain("| `publicUrl` | `--public-url` | `KEYSTILE_PUBLIC_URL` |")
    expect(configurationPage()).toContain("`NEXT_PUBLIC_STACK_PROJECT_ID`")
    expect(permissionsPage()).toContain("| `$invite_members` |")
  })
})
