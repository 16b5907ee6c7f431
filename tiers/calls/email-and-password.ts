/** What people sign up and in with. */
import type { SecretText } from "./redacted.ts"

/** An e-mail address and a password. */
export interface Credential {
  readonly email: string
  readonly password: SecretText
}
