/** The states of the unstyled parts of `keystile/react/parts`: a form with each part, and its source. */
import type { ComponentType } from "react"
import type { SignIn, SignUp } from "keystile/react/parts"
import { type StateResponses, email, password, type State, submit } from "./state.ts"
import "../parts/styles.css"

type PartName = keyof typeof SignIn | keyof typeof SignUp

interface Part extends Pick<State, "acts" | "responses" | "shows"> {
  /** The name of the example's file in `../parts`. */
  readonly file: string
}

const codeForm = "input[autocomplete=one-time-code]"
const address = { fill: email, with: "noor.lindqvist@fernhill.example" }
const sent = [address, { press: submit }]

const secondFactor: StateResponses = {
  "POST /auth/password/sign-in": {
    error: "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
    details: { attempt_code: "0".repeat(45) }
  }
}

/** By the name of the part. A part without an example is a type error. */
const parts: Readonly<Record<PartName, Part>> = {
  Root: { file: "root", shows: "[data-provider=google]" },
  Start: { file: "start", shows: submit },
  Form: { file: "form", shows: submit },
  MagicLink: { file: "magic-link", shows: submit },
  MagicLinkCode: { file: "magic-link-code", acts: sent, shows: codeForm },
  SecondFactor: {
    file: "second-factor",
    responses: secondFactor,
    acts: [address, { fill: password, with: "verdigris-lantern-42" }, { press: submit }],
    shows: codeForm
  },
  Email: { file: "email", shows: ".with-icon input[type=email]" },
  Password: { file: "password", shows: password },
  RepeatPassword: { file: "repeat-password", shows: "input[name=repeat]" },
  Code: { file: "code", acts: sent, shows: codeForm },
  Label: { file: "label", shows: "label small" },
  Error: { file: "error", acts: [{ press: submit }], shows: ".problem" },
  Strength: { file: "strength", acts: [{ fill: password, with: "goldfish" }], shows: "meter" },
  Submit: { file: "submit", shows: submit },
  Cancel: { file: "cancel", acts: sent, shows: `form:has(${codeForm}) button[type=button]` },
  Providers: { file: "providers", shows: "[data-provider=github]" },
  Passkey: { file: "passkey", shows: "button" }
}

const examples = import.meta.glob<{ readonly Example: ComponentType }>("../parts/*.tsx", { eager: true })
const sources = import.meta.glob<string>("../parts/*.tsx", { eager: true, import: "default", query: "?raw" })

export const partStates: ReadonlyArray<State> = Object.entries(parts).map(([name, { file, ...state }]) => {
  const path = `../parts/${file}.tsx`
  const Example = examples[path]?.Example
  if (Example === undefined) throw new Error(`There is no example ${path}.`)
  return { of: "Parts", name, component: <Example />, source: sources[path], except: "page-has-heading-one", ...state }
})
