/** `set-up.mjs` of the templates with a service of their own, in a folder of its own. */
import { spawnSync } from "node:child_process"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { emptyFolder } from "./run-create.ts"

const program = fileURLToPath(new URL("../../create/templates/one-deployment/set-up.mjs", import.meta.url))

const setUp = (folder: string) =>
  spawnSync(process.execPath, [program], { cwd: folder, env: {}, encoding: "utf8" }).status

/** Variables with a project, so that none is created. */
const EXAMPLE = "KEYSTILE_DB=keystile.db\nNEXT_PUBLIC_STACK_PROJECT_ID=project\n"

describe("set-up.mjs", () => {
  it("writes new secrets into an .env that only its owner can read", () => {
    const folder = emptyFolder()
    // Readable for all users, as a file of a repository is.
    writeFileSync(join(folder, ".env.example"), EXAMPLE, { mode: 0o644 })
    expect(setUp(folder)).toBe(0)
    const file = join(folder, ".env")
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, "utf8")).toMatch(/^KEYSTILE_DB=keystile\.db\n[^]*\nKEYSTILE_SECRETS=[\w+/]{43}=\n$/)
  })

  it("keeps an .env that has everything", () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, ".env.example"), EXAMPLE)
    expect(setUp(folder)).toBe(0)
    const before = readFileSync(join(folder, ".env"), "utf8")
    expect(setUp(folder)).toBe(0)
    expect(readFileSync(join(folder, ".env"), "utf8")).toBe(before)
  })
})
