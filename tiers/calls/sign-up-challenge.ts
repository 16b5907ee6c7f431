/** The challenge of a project at sign-up, and the function that makes the proof. */
import type * as Schema from "effect/Schema"

/** The check that the project requires. */
export interface SignUpChallenge {
  /** `turnstile`, `custom`, or the name of a check that a newer service has. */
  readonly type: string
  /** The public key of a Turnstile widget. */
  readonly siteKey?: string
  /** The challenge of a custom check. */
  readonly challenge?: Schema.Json
  /** The end of its validity. Absent if the service does not send it. */
  readonly expiresAt?: Date
}

/** Returns the proof for a challenge, e.g. the token of a Turnstile widget. */
export type SignUpProofSolver = (challenge: SignUpChallenge) => Promise<string>
