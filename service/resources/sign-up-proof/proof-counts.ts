/** Counts the proofs of sign-ups in this process, for `/metrics`. */
import { Effect } from "effect"
import type { SignUpProofSetting } from "../../../core/schema/sign-up-proof-setting.ts"
import { Gauges } from "../../process/gauges.ts"

type Type = SignUpProofSetting["type"]

const types: ReadonlyArray<Type> = ["proof-of-work", "turnstile", "custom"]

const outcomes = ["asked", "solved", "refused", "unavailable"] as const

/**
 * `asked`: a client got a challenge, or the error that a proof is needed. `unavailable`: the check could not be made.
 */
type ProofOutcome = (typeof outcomes)[number]

/** Publishes the counters, and returns the function that counts one proof. */
export const publishProofCounts = Effect.map(Gauges, ({ publish }) => {
  const counts = new Map<string, number>()
  const keyOf = (type: Type, outcome: ProofOutcome) => `${type} ${outcome}`
  for (const type of types) {
    for (const outcome of outcomes) {
      publish({
        name: "keystile_sign_up_proofs_total",
        description: "Proofs at sign-up by type and outcome.",
        isCounter: true,
        labels: { type, outcome },
        read: () => counts.get(keyOf(type, outcome)) ?? 0
      })
    }
  }
  return (type: Type, outcome: ProofOutcome): Effect.Effect<void> =>
    Effect.sync(() => {
      counts.set(keyOf(type, outcome), (counts.get(keyOf(type, outcome)) ?? 0) + 1)
    })
})
