/** Checks the list of breached passwords, if there is one. */
import { Effect } from "effect"
import { checkBreachedPasswords as checkList } from "../../breached-passwords/breached-passwords.ts"
import type { Check } from "./check.ts"

const check = (outcome: Check["outcome"], detail: string): Check => ({ name: "breachedPasswords", outcome, detail })

export const checkBreachedPasswords = (path: string | null): Effect.Effect<ReadonlyArray<Check>> =>
  path === null
    ? Effect.succeed([])
    : Effect.match(checkList(path), {
        onSuccess: (bytes) => [check("passed", `It is sorted, and has ${(bytes / 1e6).toFixed(1)} MB.`)],
        onFailure: ({ message }) => [check("failed", message)]
      })
