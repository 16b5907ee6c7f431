/** Tests that the pages about languages name every language of the screens and the mails. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { supportedLanguages } from "../../core/schema/supported-languages.ts"

const read = (page: string) => readFileSync(join(import.meta.dirname, "../../docs", page), "utf8")
const tagsIn = (text: string) => [...text.matchAll(/`(\w\w-\w+)`/g)].map(([, tag]) => tag)

it("docs/languages.md names every language of the screens", () => {
  const page = read("languages.md")
  const rows = page.match(/^\| `.*$/gm) ?? []
  const tags = rows.flatMap((row) => tagsIn(row.split("|")[1] ?? ""))
  expect(tags.filter((tag) => tag !== "ar-XB").sort()).toEqual([...supportedLanguages].sort())
  expect(page).toContain(`one of ${supportedLanguages.length - 1} other languages`)
})

it("docs/wire/mails.md names every language of the mails", () => {
  const [list = ""] = /Mails are in one of[^.]*\./.exec(read("wire/mails.md")) ?? []
  expect(tagsIn(list).sort()).toEqual([...supportedLanguages].sort())
  expect(list).toContain(`one of ${supportedLanguages.length} languages`)
})
