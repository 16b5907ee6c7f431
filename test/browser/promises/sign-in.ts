/**
 * What the specification promises about sign-in and sign-up, each sentence with the test that shows it: a part of its
 * title. Sentences about other pages are in lists of their own.
 */

export interface Promised {
  /** The section of the specification, and the sentence in it. */
  readonly section: 2 | 4 | 5 | 8
  readonly sentence: string
  /** Part of the title of a test that runs in the browser. */
  readonly test: string
}

export const signInPromises: ReadonlyArray<Promised> = [
  { section: 2, sentence: "If automatic redirect is set and the user is signed in, it goes on.", test: "goes on by itself when somebody signed in comes to sign-in" },
  { section: 2, sentence: "If signed in: 'You are already signed in', Go home and Sign out.", test: "offers the way on when signed in" },
  { section: 2, sentence: "Sign-up while it is disabled: its text, Go home and Sign in.", test: "[2.nothing]" },
  { section: 2, sentence: "Heading: 'Sign in to your account' or 'Create a new account'.", test: "[2.heading]" },
  { section: 2, sentence: "Switch links, to sign-up only when it is enabled.", test: "[2.switch]" },
  { section: 2, sentence: "OAuth buttons appear when any provider is configured.", test: "[2.oauth]" },
  { section: 2, sentence: "A passkey button only on sign-in and only when passkeyEnabled.", test: "[2.passkey]" },
  { section: 2, sentence: "'Or continue with' when a form stands together with OAuth or passkey.", test: "[2.separator]" },
  { section: 2, sentence: "Two tabs, 'Email' (the default) and 'Email & Password'.", test: "[2.tabs]" },
  { section: 2, sentence: "Which tab comes first is configurable.", test: "[2.firstTab]" },
  { section: 2, sentence: "If only one of the two is enabled, just that form shows.", test: "[2.one]" },
  { section: 2, sentence: "If nothing is enabled: 'No authentication method enabled.'.", test: "[2.nothing]" },
  { section: 2, sentence: "An optional extra-information area may be shown.", test: "[2.extra]" },
  { section: 2, sentence: "The card has a maximum width of 380px.", test: "[2.width]" },
  { section: 2, sentence: "One button per provider, with its label.", test: "[2.oauth]" },
  { section: 2, sentence: "The last provider used is remembered and marked.", test: "[2.last]" },
  { section: 2, sentence: "Clicking stores the choice and starts OAuth sign-in.", test: "leaves for a provider and comes back signed in" },
  { section: 2, sentence: "Magic link, step 1: an e-mail with a Send email button.", test: "[2.magic]" },
  { section: 2, sentence: "Magic link, step 2: six slots, its title, Cancel returns to step 1.", test: "Cancel goes back to the address" },
  { section: 2, sentence: "Sign-up: Email, Password, Repeat Password (can be omitted), Sign Up.", test: "tells password managers which field is which" },
  { section: 2, sentence: "The password input has a show/hide toggle.", test: "hides a shown password when it is sent" },
  { section: 2, sentence: "Sign-in: Email, Password, 'Forgot password?', Sign In with a loading state.", test: "[2.firstTab]" },
  { section: 4, sentence: "Magic link: code and nonce are sent, a new user goes to after-sign-up.", test: "[4.magic]" },
  { section: 4, sentence: "The code is cleared after each attempt, the error hidden while typing.", test: "refused, hidden while typing, then right" },
  { section: 4, sentence: "OAuth: to the provider and back, the code is exchanged.", test: "[4.oauth]" },
  { section: 4, sentence: "Second factor: asked for, and the attempt goes on with its code.", test: "[4.factor]" },
  { section: 4, sentence: "Credential form: idle, submitting, idle; an error under the e-mail field.", test: "shows a wrong password under the e-mail field" },
  { section: 5, sentence: "E-mail: 'Please enter a valid email', 'Please enter your email'.", test: "[5.email]" },
  { section: 5, sentence: "Password: required, 8 to 70 characters.", test: "takes a password of 70 characters and one of 8" },
  { section: 5, sentence: "Sign-up passes a strength check whose message is shown.", test: "[5.strength]" },
  { section: 5, sentence: "Repeat: must match, not empty; a change clears both errors.", test: "says what is missing and moves to the first of it: sign-up" },
  { section: 5, sentence: "A server error on sign-up is shown on the e-mail field.", test: "shows a taken e-mail under the e-mail field" },
  { section: 5, sentence: "The code: six letters and digits, made capitals, sent by itself.", test: "[4.magic]" },
  { section: 8, sentence: "Magic link: VerificationCodeError shows 'Invalid code'.", test: "[8.magic]" },
  { section: 8, sentence: "InvalidTotpCode shows 'Invalid TOTP code'.", test: "a second factor after a password: wrong" },
  { section: 8, sentence: "SignUpNotEnabled shows 'New account registration is not allowed'.", test: "a project without sign-up are told in their place" },
  { section: 8, sentence: "MultiFactorAuthenticationRequired triggers the TOTP prompt.", test: "[4.factor]" },
  { section: 8, sentence: "Credential sign-in and sign-up: the server message on the e-mail field.", test: "in the service's words" },
  { section: 8, sentence: "Offline gives an offline message.", test: "an offline device" },
  { section: 8, sentence: "Status 429 waits and retries.", test: "waits by itself when the wait is short" }
]
