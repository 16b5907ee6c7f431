/** A state of the gallery as data. The page, the pictures and the tests derive from it. */
import type { ReactNode } from "react"
import type { Appearance, SignUpProofWidget, Theme } from "keystile/react"

/** A response of the test double. */
export type StateResponse =
  | { readonly json: unknown }
  /** A known error, by its code. */
  | { readonly error: string; readonly message?: string; readonly details?: unknown }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** `never` does not respond, for the waiting state. `no connection` is a network failure. */
  | "never"
  | "no connection"

/** By method and path: `POST /auth/password/sign-in`. Of a list, each request gets the next response, then the last. */
export type StateResponses = Readonly<Record<string, StateResponse | ReadonlyArray<StateResponse>>>

/** A step of the user, or a wait of some seconds on the page's clock. The selectors do not depend on the language. */
export type Act =
  { readonly press: string } | { readonly fill: string; readonly with: string } | { readonly waitSeconds: number }

export interface State {
  /** The screen or component. */
  readonly of: string
  readonly name: string
  /** The path of the page below `/handler/`. */
  readonly page?: string
  /** The component, if it is not a page. */
  readonly component?: ReactNode
  /** The source of the component or the appearance, which the gallery shows below it. */
  readonly source?: string | undefined
  readonly hash?: string
  /** The query of the page, in addition to the gallery's own. */
  readonly query?: string
  /** The provider's theme. */
  readonly theme?: Theme
  /** The appearance of the page. */
  readonly appearance?: Appearance
  /** The application's widget for the proof of a sign-up. */
  readonly proofWidget?: SignUpProofWidget
  readonly signedIn?: boolean
  /** The project's configuration. Default: every method is enabled. */
  readonly config?: object
  readonly responses?: StateResponses
  /** The browser's passkey dialog: it does not respond, or the user cancels it. */
  readonly passkeys?: "never" | "refused"
  readonly acts?: ReadonlyArray<Act>
  /** The selector of the element that is visible when the state is reached. */
  readonly shows: string
  /** The visible steps of flows: `magicLink.code`, `magicLink.code with an error`. */
  readonly steps?: ReadonlyArray<string>
  /** The visible exported cards and components. */
  readonly components?: ReadonlyArray<string>
  /** An accessibility rule that the state may break. */
  readonly except?: string
  /** Tested in every run. */
  readonly isMain?: boolean
}

/** Returns the state's name in URLs and file names of pictures. */
export const idOf = ({ name, of }: Pick<State, "name" | "of">) =>
  `${of} ${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")

/** Selectors of the page's form and its fields. */
export const email = "input[type=email]"
export const password = "input[type=password]"
export const submit = "form button[type=submit]"
export const problem = "[role=alert]"
export const card = ".ks-card:not([aria-busy=true]) h1"
export const code = "0".repeat(45)

/** The name, logo and links of an application. */
export const brand: Theme = {
  logo: { light: "/logo-light.svg", dark: "/logo-dark.svg" },
  termsUrl: "/terms",
  privacyUrl: "/privacy"
}
