/** The specification's fourth section, flows, and its fifth, rules of the forms. */
import { withoutThem } from "./components.ts"
import { type Elsewhere, said } from "./promised.ts"

export const flowPromises = said("spec 4", [
  ["Signing in sets both tokens, signing out clears them.", "signs up, out and in", "[11.signOut]"],
  ["Tokens in cookies are watched: another tab's sign-out and sign-in are seen.", "see within 200 ms"],
  ["An access token that is over is refreshed, once for all.", "refresh an expired token once"],
  ["Current user when signed out: null, or a redirect to sign-in.", "puts sign-in in the place of the page", "goes on by itself"],
  ["Magic link: e-mail, nonce, code, signed in.", "[4.magic]"],
  ["A new user goes to the after-sign-up destination, otherwise after-sign-in.", "[4.newUser]", "[4.magic]"],
  ["The code input is cleared after each attempt, the error hidden while typing.", "refused, hidden while typing, then right"],
  ["Cancel returns to the e-mail step.", "Cancel goes back to the address"],
  ["OAuth: a verifier in a cookie for one hour, a state, to the provider.", "[4.verifier]"],
  ["On callback the cookie is consumed and the code exchanged.", "[4.exchange]", "[4.oauth]"],
  ["Account linking is a variant, and leads back to where it began.", "[4.link]"],
  ["Missing code or state, or a missing cookie, is ignored with a console warning.", "[4.ignored]"],
  ["Second factor: six digits are asked for, the attempt is retried with its code.", "[4.factor]", "[4.secondFactor]"],
  ["Credential form: idle, submitting, idle.", "sends one request for a double click"],
  ["Credential form: an error result stands under the e-mail field.", "shows a wrong password under the e-mail field"],
  ["Verification codes may be not found, expired, already used …", "[8.codes]", "[11.magicLink]"],
  ["… or have reached the maximum attempts.", "[8.attempts]"],
  ["A rate-limit response waits the Retry-After seconds and then retries.", "waits by itself when the wait is short"]
])

export const formPromises = said("spec 5", [
  ["E-mail: 'Please enter your email' when empty, 'Please enter a valid email' when malformed.", "[5.email]", "moves to the first of it"],
  ["Password: 'Please enter your password' when empty.", "moves to the first of it", "[5.password]"],
  ["Password: 8 to 70 characters.", "moves to the first of it", "takes a password of 70 characters and one of 8", "[5.password]"],
  ["Sign-up also passes a strength check whose message is shown.", "[5.strength]"],
  ["Repeat: 'Passwords do not match', 'Please repeat your password'.", "moves to the first of it: sign-up", "[5.repeat]"],
  ["Changing either password field clears both errors.", "moves to the first of it: sign-up", "[5.repeat]"],
  ["A server error on sign-up is shown on the e-mail field.", "shows a taken e-mail under the e-mail field"],
  ["Magic-link code: six letters and digits, made capitals, sent by itself.", "[4.magic]", "fills its wells, makes capitals"],
  ["A one-time code is limited to its length and pattern.", "takes what people paste", "takes no letters where there are only digits"],
  ["Redirect URLs are checked.", "leads home for every hostile value"],
  ["The OAuth redirect URL drops any code and state; the challenge is S256.", "[4.verifier]"]
])

export const elsewhere: ReadonlyArray<Elsewhere> = [
  ...withoutThem,
  { source: "spec 4", says: "API keys, project modes, invitations.", because: "no flow of signing in" },
  { source: "spec 5", says: "Permission ids, ports, headers, metadata, image URLs.", because: "no form of these screens has them" },
  {
    source: "spec 8",
    says: "ProjectNotFound, ApiKeyNotFound, InvalidAdminAccessToken; retries of 508; a failed test e-mail.",
    because: "calls, not screens: the tests of the SDK show them"
  },
  {
    source: "security",
    says: "S1, one field: a username on the page of a reset.",
    because: "the code of the mail does not tell the address"
  }
]
