/** The states of signing in and up. */
import { proofStates } from "./sign-up-proof.tsx"
import { brand, card, email, password, problem, type State, submit } from "./state.ts"

const providers = (...ids: ReadonlyArray<string>) => ({ enabled_oauth_providers: ids.map((id) => ({ id })) })
const nothing = { credential_enabled: false, magic_link_enabled: false, passkey_enabled: false, ...providers() }
const onlyPassword = { ...nothing, credential_enabled: true }
const secondFactor = {
  error: "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
  details: { attempt_code: "0".repeat(45) }
} as const
const oneTimeCode = "input[autocomplete=one-time-code]"

const passwordTab = { press: "[role=tab]:nth-of-type(2)" }
const noor = { fill: email, with: "noor.lindqvist@fernhill.example" }
const secret = { fill: password, with: "verdigris-lantern-42" }
const signIn = [passwordTab, noor, secret, { press: submit }]
const sendCode = [noor, { press: submit }]
const sendAgain = { press: ".ks-mail-status button:not([aria-disabled])" }
const sendCodeAgain = [...sendCode, { waitSeconds: 31 }, sendAgain]
const sentCode = { json: { nonce: "0".repeat(39), expires_at_millis: Date.now() + 7 * 86_400_000 } }
const enterCode = { fill: oneTimeCode, with: "K7Q2XZ" }
const enterDigits = { fill: oneTimeCode, with: "123456" }
const useRecoveryCode = { press: "form + .ks-button" }
const recoveryCode = "input[placeholder=xxxx-xxxx-xxxx]"
const provider = ".ks-oauth[data-provider=google]"
const passkey = ".ks-oauth[data-provider=passkey]"

export const signingIn: ReadonlyArray<State> = [
  {
    of: "SignIn",
    name: "every method",
    page: "sign-in",
    shows: ".ks-oauth[data-provider=google] svg path",
    steps: ["magicLink.email", "oauth.ready", "passkey.resting", "passkey.offering", "passkey.off"],
    isMain: true
  },
  { of: "SignIn", name: "a logo", page: "sign-in", theme: brand, shows: ".ks-card form", isMain: true },
  {
    of: "SignIn",
    name: "a logo, loading",
    page: "sign-in",
    theme: brand,
    responses: { "GET /projects/current": "never" },
    shows: ".ks-card[aria-busy=true]"
  },
  {
    of: "SignIn",
    name: "loading",
    page: "sign-in",
    responses: { "GET /projects/current": "never" },
    shows: ".ks-card[aria-busy=true]"
  },
  {
    of: "SignIn",
    name: "not loaded",
    page: "sign-in",
    responses: { "GET /projects/current": { status: 418 } },
    shows: ".ks-card button",
    components: ["FailureCard"]
  },
  {
    of: "SignIn",
    name: "a slow service",
    page: "sign-in",
    responses: { "GET /projects/current": "never" },
    shows: ".ks-card[aria-busy=true] .ks-title-icon",
    isMain: true
  },
  {
    of: "SignIn",
    name: "an outage",
    page: "sign-in",
    responses: { "GET /projects/current": { status: 500 } },
    shows: ".ks-card button",
    isMain: true
  },
  { of: "SignIn", name: "the tab with the password", page: "sign-in", acts: [passwordTab], shows: password },
  { of: "SignIn", name: "only a password", page: "sign-in", config: onlyPassword, shows: password },
  {
    of: "SignIn",
    name: "only codes by email",
    page: "sign-in",
    config: { ...nothing, magic_link_enabled: true },
    shows: email
  },
  {
    of: "SignIn",
    name: "only a passkey",
    page: "sign-in",
    config: { ...nothing, passkey_enabled: true },
    shows: passkey
  },
  {
    of: "SignIn",
    name: "every provider",
    page: "sign-in",
    config: {
      ...nothing,
      ...providers(
        "google",
        "github",
        "facebook",
        "microsoft",
        "spotify",
        "discord",
        "gitlab",
        "apple",
        "bitbucket",
        "linkedin",
        "x",
        "fernhill-sso"
      )
    },
    shows: ".ks-oauth[data-provider=x] svg path"
  },
  { of: "SignIn", name: "no method", page: "sign-in", config: nothing, shows: card },
  { of: "SignIn", name: "nothing typed", page: "sign-in", acts: [passwordTab, { press: submit }], shows: problem },
  {
    of: "SignIn",
    name: "a wrong password",
    page: "sign-in",
    acts: signIn,
    responses: {
      "POST /auth/password/sign-in": { error: "EMAIL_PASSWORD_MISMATCH", message: "Wrong email or password." }
    },
    shows: problem,
    isMain: true
  },
  {
    of: "SignIn",
    name: "sending",
    page: "sign-in",
    acts: signIn,
    responses: { "POST /auth/password/sign-in": "never" },
    shows: "button[type=submit][aria-busy=true]"
  },
  {
    of: "SignIn",
    name: "no connection",
    page: "sign-in",
    acts: signIn,
    responses: { "POST /auth/password/sign-in": "no connection" },
    shows: problem
  },
  {
    of: "SignIn",
    name: "too many requests",
    page: "sign-in",
    acts: signIn,
    responses: { "POST /auth/password/sign-in": { status: 429, headers: { "retry-after": "600" } } },
    shows: problem
  },
  {
    of: "SignIn",
    name: "on the way to a provider",
    page: "sign-in",
    acts: [{ press: provider }],
    shows: `${provider}[aria-busy=true]`,
    steps: ["oauth.leaving"]
  },
  {
    of: "SignIn",
    name: "a provider that cannot be asked",
    page: "sign-in",
    config: { ...nothing, ...providers("fern hill") },
    acts: [{ press: ".ks-oauth" }],
    shows: problem,
    steps: ["oauth.ready with an error"]
  },
  {
    of: "SignIn",
    name: "asking for a passkey",
    page: "sign-in",
    passkeys: "never",
    acts: [{ press: passkey }],
    shows: `${passkey}[aria-busy=true]`,
    steps: ["passkey.asking"]
  },
  {
    of: "SignIn",
    name: "no passkey",
    page: "sign-in",
    passkeys: "refused",
    acts: [{ press: passkey }],
    shows: problem,
    steps: ["passkey.resting with an error", "passkey.offering with an error", "passkey.off with an error"]
  },
  {
    of: "SignIn",
    name: "sending a code",
    page: "sign-in",
    acts: sendCode,
    responses: { "POST /auth/otp/send-sign-in-code": "never" },
    shows: "button[type=submit][aria-busy=true]",
    steps: ["magicLink.sending"]
  },
  {
    of: "SignIn",
    name: "no code for this address",
    page: "sign-in",
    acts: sendCode,
    responses: { "POST /auth/otp/send-sign-in-code": { error: "SIGN_UP_NOT_ENABLED" } },
    shows: problem,
    steps: ["magicLink.email with an error"]
  },
  {
    of: "MagicLinkSignIn",
    name: "the code",
    page: "sign-in",
    acts: sendCode,
    shows: ".ks-code-slot",
    steps: ["magicLink.code"],
    isMain: true
  },
  {
    of: "MagicLinkSignIn",
    name: "the code, with a logo",
    page: "sign-in",
    theme: brand,
    acts: sendCode,
    shows: ".ks-code-slot"
  },
  {
    of: "MagicLinkSignIn",
    name: "a wrong code",
    page: "sign-in",
    acts: [...sendCode, enterCode],
    responses: { "POST /auth/otp/sign-in": { error: "VERIFICATION_CODE_NOT_FOUND" } },
    shows: problem,
    steps: ["magicLink.code with an error"]
  },
  {
    of: "MagicLinkSignIn",
    name: "checking the code",
    page: "sign-in",
    acts: [...sendCode, enterCode],
    responses: { "POST /auth/otp/sign-in": "never" },
    shows: ".ks-code-slot",
    steps: ["magicLink.checking", "magicLink.done"]
  },
  {
    of: "MagicLinkSignIn",
    name: "sending another code",
    page: "sign-in",
    acts: sendCodeAgain,
    responses: { "POST /auth/otp/send-sign-in-code": [sentCode, "never"] },
    shows: ".ks-mail-status button[aria-busy=true]",
    steps: ["magicLink.resending"]
  },
  {
    of: "MagicLinkSignIn",
    name: "another code was sent",
    page: "sign-in",
    acts: sendCodeAgain,
    shows: ".ks-mail-again:not(:empty)",
    steps: ["magicLink.code"]
  },
  {
    of: "MagicLinkSignIn",
    name: "no other code was sent",
    page: "sign-in",
    acts: sendCodeAgain,
    responses: {
      "POST /auth/otp/send-sign-in-code": [sentCode, { status: 429, headers: { "retry-after": "600" } }]
    },
    shows: ".ks-mail-status button[aria-disabled]",
    steps: ["magicLink.code with an error"]
  },
  {
    of: "SecondFactorStep",
    name: "asked for",
    page: "sign-in",
    acts: signIn,
    responses: { "POST /auth/password/sign-in": secondFactor },
    shows: ".ks-code-slot",
    steps: ["secondFactor.code"],
    isMain: true
  },
  {
    of: "SecondFactorStep",
    name: "wrong",
    page: "sign-in",
    acts: [...signIn, enterDigits],
    responses: {
      "POST /auth/password/sign-in": secondFactor,
      "POST /auth/mfa/sign-in": { error: "INVALID_TOTP_CODE" }
    },
    shows: problem,
    steps: ["secondFactor.code with an error"]
  },
  {
    of: "SecondFactorStep",
    name: "checking",
    page: "sign-in",
    acts: [...signIn, enterDigits],
    responses: { "POST /auth/password/sign-in": secondFactor, "POST /auth/mfa/sign-in": "never" },
    shows: ".ks-code-slot",
    steps: ["secondFactor.checking", "secondFactor.done"]
  },
  {
    of: "SecondFactorStep",
    name: "too late",
    page: "sign-in",
    acts: [...signIn, enterDigits],
    responses: {
      "POST /auth/password/sign-in": secondFactor,
      "POST /auth/mfa/sign-in": { error: "VERIFICATION_CODE_EXPIRED" }
    },
    shows: problem,
    steps: ["secondFactor.over"]
  },
  {
    of: "SecondFactorStep",
    name: "with a recovery code",
    page: "sign-in",
    acts: [...signIn, useRecoveryCode],
    responses: { "POST /auth/password/sign-in": secondFactor },
    shows: recoveryCode,
    steps: ["secondFactor.code"],
    isMain: true
  },
  {
    of: "SecondFactorStep",
    name: "a wrong recovery code",
    page: "sign-in",
    acts: [...signIn, useRecoveryCode, { fill: recoveryCode, with: "0000-0000-0000" }, { press: submit }],
    responses: {
      "POST /auth/password/sign-in": secondFactor,
      "POST /auth/mfa/recovery-codes/sign-in": {
        error: "INVALID_RECOVERY_CODE",
        message: "This recovery code is wrong or was used before. Try another one."
      }
    },
    shows: problem,
    steps: ["secondFactor.code with an error"]
  },
  {
    of: "SecondFactorStep",
    name: "without recovery codes",
    page: "sign-in",
    acts: signIn,
    config: { extensions: undefined },
    responses: { "POST /auth/password/sign-in": secondFactor },
    shows: ".ks-code-slot",
    steps: ["secondFactor.code"]
  },
  { of: "SignUp", name: "every method", page: "sign-up", shows: ".ks-oauth[data-provider=google] svg path" },
  {
    of: "SignUp",
    name: "a weak password",
    page: "sign-up",
    config: onlyPassword,
    acts: [{ fill: password, with: "goldfish" }],
    shows: ".ks-strength-word"
  },
  {
    of: "SignUp",
    name: "nothing right",
    page: "sign-up",
    config: onlyPassword,
    acts: [{ fill: email, with: "noor@" }, { fill: password, with: "goldfish" }, { press: submit }],
    shows: problem,
    isMain: true
  },
  {
    of: "SignUp",
    name: "a taken address",
    page: "sign-up",
    config: onlyPassword,
    acts: [noor, secret, { fill: ".ks-field:nth-of-type(3) input", with: "verdigris-lantern-42" }, { press: submit }],
    responses: {
      "POST /auth/password/sign-up": {
        error: "USER_EMAIL_ALREADY_EXISTS",
        message: "A user with this email exists already."
      }
    },
    shows: problem
  },
  ...proofStates,
  {
    of: "SignUp",
    name: "no new users",
    page: "sign-up",
    config: { sign_up_enabled: false },
    shows: card,
    components: ["SignUpDisabledCard"]
  },
  {
    of: "SignIn",
    name: "signed in already",
    page: "forgot-password",
    signedIn: true,
    shows: card,
    components: ["SignedInCard"]
  }
]
