/**
 * Vitest setup file. With `KEYSTILE_SERVICE=newer` the tests of the tiers run against the stand-in for services since
 * Stack Auth 2.8, but for those about what such a service does not have.
 */
import { Layer } from "effect"
import { beforeEach, vi } from "vitest"

/** The files and titles of tests that need Keystile's service or version 2.7, and why. */
const skipped: ReadonlyArray<readonly [file: string, title: RegExp, reason: string]> = [
  ["sign-in/sign-up-proof.test.ts", /./, "the proof is an extension"],
  ["sign-in/passkey-list.test.ts", /./, "the list is an extension"],
  [
    "sign-in/multi-factor.test.ts",
    /complete a sign-in, once each|listed as an extension/,
    "the codes are an extension"
  ],
  ["signed-in/teams.test.ts", /have a role/, "roles are an extension"],
  ["cache/writes.test.ts", /what each write changes/, "some writes are extensions"],
  ["cache/writes.test.ts", /approval of a sign-in/, "only the audit log shows it, which is an extension"],
  ["malformed-input.test.ts", /gives every call a typed result/, "some calls are extensions, or have two paths"],
  ["admin/admin.test.ts", /has email templates/, "the templates have another form"],
  ["admin/webhooks.test.ts", /./, "the targets are an extension"],
  ["tiers.test.ts", /reads the project with all its settings/, "the number of users is missing"],
  ["signed-in/user.test.ts", /needs a project with passwords/, "the test itself changes a setting at the old path"]
]

if (process.env["KEYSTILE_SERVICE"] === "newer") {
  vi.doMock("../../service/server/in-memory.ts", async (load) => {
    const original: typeof import("../../service/server/in-memory.ts") = await load()
    const { layerNewerService } = await import("./stand-in.ts")
    return { ...original, layerTransport: Layer.provide(layerNewerService, original.layerTransport) }
  })

  beforeEach(({ skip, task }) => {
    const [, , reason] =
      skipped.find(([file, title]) => task.file.filepath.endsWith(`/${file}`) && title.test(task.name)) ?? []
    if (reason !== undefined) skip(reason)
  })
}
