import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { derivedFiles } from "../../scripts/build/look.mjs"

const derived = await derivedFiles()

it.each(Object.keys(derived))("%s is what `npm run look` writes", (file) => {
  expect(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")).toBe(derived[file])
})
