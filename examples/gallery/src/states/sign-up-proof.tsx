/** The states of a project that requires a proof at sign-up. */
import { Button, type SignUpProofWidgetProps } from "keystile/react"
import { email, password, problem, type State, submit } from "./state.ts"

const methods = { magic_link_enabled: false, passkey_enabled: false, enabled_oauth_providers: [] }
const withProof = (type: string) => ({ ...methods, sign_up_proof: { type } })
const codesByEmail = { ...withProof("proof-of-work"), credential_enabled: false, magic_link_enabled: true }

const noor = { fill: email, with: "noor.lindqvist@fernhill.example" }
const secret = "verdigris-lantern-42"
const typed = [noor, { fill: password, with: secret }, { fill: ".ks-field:nth-of-type(3) input", with: secret }]
const signUp = [...typed, { press: submit }]
const waiting = "[role=status].ks-text"
const sentCode = { json: { nonce: "0".repeat(39), expires_at_millis: Date.now() + 7 * 86_400_000 } }

/** A question of the application in place of a widget. */
const Question = ({ onProof }: SignUpProofWidgetProps) => (
  <Button variant="outline" width="full" onClick={() => onProof("a proof")}>
    I am not a robot
  </Button>
)

const BrokenWidget = ({ onError }: SignUpProofWidgetProps) => (
  <Button variant="outline" width="full" onClick={() => onError(new Error("The gallery makes no proof."))}>
    I am not a robot
  </Button>
)

const widget = { press: "form button[type=button].ks-button" }

export const proofStates: ReadonlyArray<State> = [
  {
    of: "SignUp",
    name: "making a proof",
    page: "sign-up",
    config: withProof("proof-of-work"),
    acts: signUp,
    responses: { "GET /auth/sign-up-proof/challenge": "never" },
    shows: waiting
  },
  {
    of: "SignUp",
    name: "a refused proof",
    page: "sign-up",
    config: withProof("custom"),
    proofWidget: Question,
    acts: [...typed, widget, { press: submit }],
    responses: {
      "POST /auth/password/sign-up": {
        error: "SIGN_UP_PROOF_INVALID",
        message: "The check that you are not a robot failed or has expired. Please try again."
      }
    },
    shows: problem
  },
  {
    of: "SignUp",
    name: "no proof",
    page: "sign-up",
    config: withProof("custom"),
    proofWidget: BrokenWidget,
    acts: [...typed, widget, { press: submit }],
    shows: problem
  },
  {
    of: "SignUp",
    name: "a proof that the page cannot make",
    page: "sign-up",
    config: withProof("custom"),
    acts: signUp,
    responses: {
      "POST /auth/password/sign-up": { error: "SIGN_UP_PROOF_REQUIRED" },
      "GET /auth/sign-up-proof/challenge": { json: { type: "custom" } }
    },
    shows: problem
  },
  {
    of: "SignUp",
    name: "a widget of the application",
    page: "sign-up",
    config: withProof("custom"),
    proofWidget: Question,
    acts: [noor],
    shows: widget.press,
    isMain: true
  },
  {
    of: "MagicLinkSignIn",
    name: "making a proof",
    page: "sign-in",
    config: codesByEmail,
    acts: [noor, { press: submit }],
    responses: { "GET /auth/sign-up-proof/challenge": "never" },
    shows: waiting
  },
  {
    of: "MagicLinkSignIn",
    name: "making a proof for another code",
    page: "sign-in",
    config: codesByEmail,
    acts: [noor, { press: submit }, { waitSeconds: 31 }, { press: ".ks-mail-status button:not([aria-disabled])" }],
    responses: {
      "GET /auth/sign-up-proof/challenge": [{ status: 404 }, "never"],
      "POST /auth/otp/send-sign-in-code": [sentCode, { error: "SIGN_UP_PROOF_REQUIRED" }]
    },
    shows: waiting
  }
]
