/** Every text that the specification quotes (sections 4, 5 and 8): the test that holds it, or where it is shown. */

export interface Text {
  readonly text: string
  /** The file that says it word for word: that of a test, or of the screens' texts. */
  readonly file: string
  /** How the name of the test begins that holds the SDK to it; or where Chromium shows it. */
  readonly by: string | Shown
}

/** A test in Chromium that waits for the text to be seen. */
export interface Shown {
  readonly file: string
  readonly title: string
}

const quoted = "A text of the specification is found where the SDK says it:"
const sdk = (text: string): Text => ({ text, file: "test/sdk/texts.test.ts", by: `${quoted} ${text}` })
const screens = (text: string, by: Shown, file = "react/messages/english/forms.ts"): Text => ({ text, file, by })
const steps = "react/messages/english/steps.ts"

const missingAt = (page: string): Shown => ({
  file: "test/browser/forms.ts",
  title: `says what is missing and moves to the first of it: ${page}`
})
const closed: Shown = {
  file: "test/browser/auth-journeys.ts",
  title: "[5.email] [8.magic] a bad address, an offline device and a project without sign-up are told in their place"
}
const magicLink: Shown = {
  file: "test/browser/auth-journeys.ts",
  title: "[2.magic] [4.magic] [8.magic] a magic link by its code: refused, hidden while typing, then right"
}
const secondFactor: Shown = {
  file: "test/browser/auth-journeys.ts",
  title: "[4.factor] a second factor after a password: wrong, cancelled, then right"
}
const afterProvider: Shown = {
  file: "test/browser/handler-pages.ts",
  title: "asks for the second factor after a provider [4.secondFactor] [8.totp]"
}

export const texts: ReadonlyArray<Text> = [
  sdk("User is not signed in but getUser was called with { or: 'throw' }"),
  sdk("Cannot invite user without a callback URL from the server or without a redirect method"),
  sdk("Only lowercase letters, numbers, \":\", \"_\" and optional \"$\" at the beginning are allowed"),
  sdk("Invalid system permission"),
  sdk("Unknown KnownError code"),
  sdk("INFINITE_LOOP_DETECTED"),
  screens("Please enter a valid email", missingAt("sign-in")),
  screens("Please enter your email", missingAt("sign-in")),
  screens("Please enter your password", missingAt("sign-in")),
  screens("Passwords do not match", missingAt("sign-up")),
  screens("Please repeat your password", missingAt("sign-up")),
  screens("New account registration is not allowed", closed),
  screens("Invalid code", magicLink, steps),
  screens("Invalid TOTP code", secondFactor, steps),
  screens("Please try again with the newest code", afterProvider, "react/messages/english/mailed.ts")
]

/** The test of that title in a source, from its title to the next one; nothing where there is none. */
const testIn = (source: string, title: string): string =>
  source.split(/^ *it\(/m).find((test) => test.startsWith(`${JSON.stringify(title)},`)) ?? ""

/** What is wrong with a text by the sources, one sentence each: what says it, and that the test in Chromium waits for it. */
export const textGaps = ({ by, file, text }: Text, read: (file: string) => string): ReadonlyArray<string> => [
  // Quotes may be escaped there.
  ...(read(file).replaceAll("\\", "").includes(text) ? [] : [`${file} does not hold the text: ${text}`]),
  ...(typeof by === "string" || testIn(read(by.file), by.title).includes(text)
    ? []
    : [`${by.file} has no test "${by.title}" that looks for the text: ${text}`])
]

/** What is wrong with a text by the tests that ran in Chromium. */
export const shownGaps = (
  { by, text }: Text,
  run: ReadonlyArray<{ readonly name: string; readonly passed: boolean }>
): ReadonlyArray<string> => {
  if (typeof by === "string") return []
  const tests = run.filter(({ name }) => name.includes(by.title))
  return [
    ...(tests.length === 0 ? [`${text}: no test in Chromium is called ${by.title}`] : []),
    ...tests.filter(({ passed }) => !passed).map(({ name }) => `${text}: did not pass: ${name}`)
  ]
}
