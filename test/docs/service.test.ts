/** Tests that the documentation names every key of a seed file. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { SchemaAST } from "effect"
import { expect, it } from "vitest"
import { Seed } from "../../service/development/seed/seed.ts"

const read = (page: string) => readFileSync(join(import.meta.dirname, "../../docs", page), "utf8")

/** The page of the seed file, and those of the keys of OAuth providers and of rate limits. */
const pages = ["service.md", "sign-in-methods.md", "rate-limits.md"].map(read)

/** Returns the names of all properties of a schema, at any depth. */
const keysOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  switch (ast._tag) {
    case "Objects":
      return ast.propertySignatures.flatMap(({ name, type }) => [String(name), ...keysOf(type)])
    case "Arrays":
      return ast.rest.flatMap(keysOf)
    case "Union":
      return ast.types.flatMap(keysOf)
    case "Suspend":
      return keysOf(ast.thunk())
    default:
      return []
  }
}

const keys = new Set(keysOf(Seed.ast))

it("finds the keys of a seed file", () => {
  expect([...keys]).toEqual(
    expect.arrayContaining(["projects", "newProjects", "magicLinkEnabled", "perMinute", "totpSecret"])
  )
})

it.each([...keys])("names the key %s", (key) => {
  const named = new RegExp(`[\`"]${key}[\`"]`)
  expect(pages.some((page) => named.test(page))).toBe(true)
})
