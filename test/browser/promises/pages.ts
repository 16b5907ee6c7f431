/**
 * What the specification says about the pages around sign-in. Each sentence has an id; the title of every test that shows
 * it ends with the ids in brackets, so that a sentence without a test can be found.
 */

export interface Promised {
  readonly id: string
  /** Where it is said. */
  readonly source: "spec 2" | "spec 4" | "spec 5" | "spec 8" | "client-app 11" | "security"
  readonly says: string
}

const said = (source: Promised["source"], sentences: Readonly<Record<string, string>>): ReadonlyArray<Promised> =>
  Object.entries(sentences).map(([id, says]) => ({ id, source, says }))

export const pagePromises: ReadonlyArray<Promised> = [
  ...said("spec 2", {
    "2.routes": "The handler's routes hang under its base: sign-in, sign-up, sign-out, email-verification, …",
    "2.base": "A project can configure its own handler path.",
    "2.emailSent": "The card 'Email sent!' with its text and Go home.",
    "2.passwordReset": "The card 'Password reset successfully!' whose Sign in has no redirect-back.",
    "2.signedIn": "Signed in: 'You are already signed in'.",
    "2.signedOut": "The card 'You are not currently signed in.' with Sign in.",
    "2.unknownError": "The card 'An unknown error occurred' with its text.",
    "2.callback": "The OAuth callback page reads the code and state query parameters."
  }),
  ...said("spec 4", {
    "4.newUser": "A new user goes to the after-sign-up destination, otherwise after-sign-in.",
    "4.exchange": "On callback the cookie is consumed and the code exchanged.",
    "4.ignored": "Missing code or state, or a missing state cookie, is ignored with a console warning.",
    "4.secondFactor": "When a second factor is required, the user is asked for a six-digit code and the attempt is retried."
  }),
  ...said("spec 5", {
    "5.email": "'Please enter your email' when empty, 'Please enter a valid email' when malformed.",
    "5.password": "A new password has 8 to 70 characters and passes the strength check, whose message is shown.",
    "5.repeat": "The repeat must match and not be empty; changing either password clears both errors."
  }),
  ...said("spec 8", {
    "8.totp": "OAuth callback: an invalid TOTP code says 'Invalid TOTP code. Please try signing in again.'",
    "8.userNotFound": "Forgot password answers the same whether or not the address exists.",
    "8.codes": "Verification codes may be not found, expired, already used.",
    "8.offline": "Offline gives an offline message."
  }),
  ...said("client-app 11", {
    "11.outside": "A route whose URL is configured outside the handler base redirects there with the query kept.",
    "11.aliases": "Aliases without dashes, login and register redirect.",
    "11.unknown": "Unknown route: a card.",
    "11.reset": "Password reset: invalid, expired and used cards; the code is checked without use first.",
    "11.verification": "Email verification asks first, with cancel to home; already used counts as success.",
    "11.magicLink": "Magic-link callback: signed in, a confirming click, invalid, expired and used cards, success.",
    "11.signOut": "Sign-out signs out, then shows the card.",
    "11.notRedirected": "OAuth callback: not redirected, to sign-in without return; a home link after 3 s.",
    "11.errors": "Error page: own cards for three errors, a generic one for known codes, else unknownError."
  }),
  ...said("security", {
    O3: "Double mount of the callback sends one exchange.",
    O8: "Codes and states leave the address bar before anything is loaded.",
    O9: "Pages that hold a code render the referrer meta tag.",
    S7: "Framed screens can refuse to render.",
    S8: "A double click sends one request."
  })
]
