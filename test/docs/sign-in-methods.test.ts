/** Tests that `docs/sign-in-methods.md` names every OAuth provider. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { providerNames } from "../../look/providers.ts"

const page = readFileSync(join(import.meta.dirname, "../../docs/sign-in-methods.md"), "utf8")

it("names every OAuth provider, in the order of the table", () => {
  const row = /^\| `id` .*$/m.exec(page)?.[0] ?? ""
  expect([...row.matchAll(/`(\w+)`/g)].map(([, id]) => id).slice(1)).toEqual(Object.keys(providerNames))
})
