/** Every text that the specification quotes (sections 4, 5 and 8): the test that holds it, or where it is shown. */

export interface Text {
  readonly text: string
  /** The file that holds it word for word: of a test, or of the screens' texts. */
  readonly file: string
  /** How the name of the test begins; `screens` for those that only screens show. */
  readonly by: string
}

const quoted = "A text of the specification is found where the SDK says it:"
const sdk = (text: string): Text => ({ text, file: "test/sdk/texts.test.ts", by: `${quoted} ${text}` })
const screens = (text: string, file = "react/messages/english/forms.ts"): Text => ({ text, file, by: "screens" })
const steps = "react/messages/english/steps.ts"

export const texts: ReadonlyArray<Text> = [
  sdk("User is not signed in but getUser was called with { or: 'throw' }"),
  sdk("Cannot invite user without a callback URL from the server or without a redirect method"),
  sdk("Only lowercase letters, numbers, \":\", \"_\" and optional \"$\" at the beginning are allowed"),
  sdk("Invalid system permission"),
  sdk("Unknown KnownError code"),
  sdk("INFINITE_LOOP_DETECTED"),
  screens("Please enter a valid email"),
  screens("Please enter your email"),
  screens("Please enter your password"),
  screens("Passwords do not match"),
  screens("Please repeat your password"),
  screens("New account registration is not allowed"),
  screens("Invalid code", steps),
  screens("Invalid TOTP code", steps),
  screens("Please try signing in again", steps)
]
