/** Tests that `docs/service.md` names every key of a seed file. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { SchemaAST } from "effect"
import { expect, it } from "vitest"
import { Seed } from "../../service/tools/seed/seed.ts"

const page = readFileSync(join(import.meta.dirname, "../../docs/service.md"), "utf8")
/** The keys of OAuth providers are documented here. */
const guide = readFileSync(join(import.meta.dirname, "../../docs/sign-in-methods.md"), "utf8")

/** Returns the names of all properties of a schema, at any depth. */
const keysOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  switch (ast._tag) {
    case "Objects":
      return ast.propertySignatures.flatMap(({ name, type }) => [String(name), ...keysOf(type)])
    case "Arrays":
      return ast.rest.flatMap(keysOf)
    case "Union":
      return ast.types.flatMap(keysOf)
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
  expect(named.test(page) || named.test(guide)).toBe(true)
})
