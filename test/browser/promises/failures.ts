/** The specification's eighth section, errors by screen; the pages of the handler; the rows of security. */
import { said } from "./promised.ts"

export const failurePromises = said("spec 8", [
  ["Magic link: VerificationCodeError shows 'Invalid code'.", "[8.magic]", "[8.attempts]"],
  ["Magic link: InvalidTotpCode shows 'Invalid TOTP code'.", "a second factor after a magic link", "[11.magicLink]"],
  ["Magic link: SignUpNotEnabled shows 'New account registration is not allowed'.", "a project without sign-up are told"],
  ["Magic link: other server errors show the server message on the e-mail field.", "[8.other]"],
  ["OAuth callback: a wrong TOTP code is shown under the field, which accepts another.", "[8.totp]"],
  ["OAuth callback: other errors raise a generic sign-in failure.", "[8.callback]", "[11.errors]"],
  ["MultiFactorAuthenticationRequired triggers the TOTP prompt.", "[4.factor]", "[4.secondFactor]"],
  ["Credential sign-in: the server message on the e-mail field (EmailPasswordMismatch).", "in the service's words"],
  ["Credential sign-up: the server message on the e-mail field (UserEmailAlreadyExists).", "shows a taken e-mail"],
  ["UserNotFound: forgot password answers the same.", "[8.userNotFound]"],
  ["RedirectUrlNotWhitelisted shows the server message.", "[8.other]"],
  ["VerificationCodeError has its cards: not found, expired, used.", "[8.codes]", "[11.reset]"],
  ["PasswordRequirementsNotMet is met before it is sent.", "[5.password]", "[5.strength]"],
  ["PasskeyAuthenticationFailed is said beside its button.", "and says when it cannot"],
  ["CannotGetOwnUserWithoutUser: the user becomes null.", "see within 200 ms"],
  ["A failure on the way asks to try again.", "names other failures in plain words"],
  ["Offline gives an offline message.", "says at once that the device is offline", "[8.offline]", "an offline device"],
  ["Status 429 waits and retries.", "waits by itself when the wait is short", "counts down to the time"],
  ["Any other failure has its words, too.", "offers to try again when the screen itself", "names other failures in plain words"]
])

export const handlerPromises = said("client-app 11", [
  ["A route configured outside the base redirects there with the query kept.", "[11.outside]"],
  ["Aliases without dashes, login and register redirect.", "[11.aliases]"],
  ["Unknown route: a card.", "[11.unknown]"],
  ["Password reset: invalid, expired and used cards; the code is checked without use first.", "[11.reset]"],
  ["E-mail verification asks first, with cancel to home; already used counts as success.", "[11.verification]"],
  ["Magic-link callback: signed in, a confirming click, invalid, expired and used cards, success.", "[11.magicLink]"],
  ["Sign-out signs out, then shows the card.", "[11.signOut]"],
  ["OAuth callback: not redirected, to sign-in without return; a home link after 3 s.", "[11.notRedirected]"],
  ["Error page: own cards for what a provider's sign-in can end in, else unknownError.", "[11.errors]"]
])

export const securityPromises = said("security", [
  ["S1: paste everywhere; autocomplete for each field.", "[S1]", "takes what people paste", "tells password managers", "[9.requests]"],
  ["S2: a password is sent unchanged; over 70 is refused, never cut.", "sends the password as it was typed", "moves to the first of it: sign-in"],
  ["S3: known and unknown addresses are answered alike.", "[S3]", "[8.userNotFound]"],
  ["S4: what a server says is text.", "[8.other]", "shows a message of the service as text", "one with markup in its name as text"],
  ["S5: works under a strict policy with Trusted Types.", "[S5]", "under a policy that forbids styles"],
  ["S7: framed screens can refuse to render.", "[S7]"],
  ["S8: a double click and Enter send one request.", "[S8]", "sends one request for a double click"],
  ["S8: a stale reply after Cancel changes nothing.", "a stale answer changes nothing"],
  ["S9: a shown password is hidden on submit and forgotten after success.", "hides a shown password when it is sent"],
  ["S10: a code is normalised, cleared when refused, kept nowhere.", "takes what people paste", "is cleared when it is refused", "[2.magic]"],
  ["O6, O7: the way back leads nowhere else, at the moment of going.", "leads home for every hostile value", "stays on the origin for odd values", "[4.ignored]"],
  ["O8: codes and states leave the address bar before anything is loaded.", "[O8]"],
  ["O9: pages that hold a code render the referrer meta tag.", "[O9]"],
  ["A reload, the Back button and a tab that was first: the step begins anew, nothing is sent twice.", "[10.again]", "[11.magicLink]"],
  ["Each way in needs the keyboard alone.", "[1.keyboard]", "needs nothing but the keyboard"],
  ["Nobody is signed in by a first factor where there is a second: password, mail, provider, passkey.", "[4.factor]", "[4.secondFactor]"],
  ["Double mount of the callback sends one exchange.", "[O3]"],
  ["The form comes with the project, not later.", "[9.arrival]"],
  ["A mount asks once for the project, once for a session, once for a challenge.", "[9.requests]", "asks for each thing once"]
])
