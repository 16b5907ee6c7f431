/** The page in which a console shows the preview of a mail. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { send, service } from "../fixture.ts"

describe("the frame of a mail", () => {
  it.effect("runs its own script only, has an opaque origin, and is framed by pages of the service only", () =>
    Effect.gen(function* () {
      const { headers, status, text } = yield* send("GET", "/_keystile/mail-frame", { headers: {} })
      assert.strictEqual(status, 200)
      const script = /<script>([^]*)<\/script>/.exec(text)?.[1] ?? ""
      const hash = createHash("sha256").update(script).digest("base64")
      const policy = (headers["content-security-policy"] ?? "").split("; ")
      assert.includeMembers(policy, [
        "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
        "default-src 'none'",
        `script-src 'sha256-${hash}'`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'"
      ])
      assert.notInclude(policy.join("; "), "allow-same-origin")
    }).pipe(Effect.provide(service()))
  )
})
