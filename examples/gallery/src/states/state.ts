/** What a state of the gallery is: data, from which the stage, the pictures and the tests are made. */
import type { ReactNode } from "react"

/** What the service of the gallery answers. */
export type Answer =
  | { readonly json: unknown }
  /** A known error, by its code. */
  | { readonly error: string; readonly message?: string; readonly details?: unknown }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** On its way for ever, for what shows meanwhile; and no connection at all. */
  | "never"
  | "no connection"

/** By method and path: `POST /auth/password/sign-in`. */
export type Answers = Readonly<Record<string, Answer>>

/** What somebody does to get there. Elements are found by what does not change with the language. */
export type Act = { readonly press: string } | { readonly fill: string; readonly with: string }

export interface State {
  /** The screen or part that it is a state of. */
  readonly of: string
  readonly name: string
  /** Where the page is: below `/handler/`. */
  readonly page?: string
  /** A part of an application's page, for what is no page of its own. */
  readonly part?: ReactNode
  readonly hash?: string
  /** The query of the page, beside the gallery's own. */
  readonly query?: string
  readonly signedIn?: boolean
  /** The project's configuration, where it is not the usual one. */
  readonly config?: object
  readonly answers?: Answers
  /** Whether the browser's passkeys are asked for and never answer, or refuse. */
  readonly passkeys?: "never" | "refused"
  readonly acts?: ReadonlyArray<Act>
  /** A selector of what is there when the state is reached. */
  readonly shows: string
  /** The steps of flows that can be seen in it: `magicLink.code`, `magicLink.code with an error`. */
  readonly steps?: ReadonlyArray<string>
  /** Cards and parts that are exported and can be seen in it. */
  readonly parts?: ReadonlyArray<string>
  /** A rule of accessibility that it breaks, and knows why. */
  readonly except?: string
  /** Looked at in every run of the tests. */
  readonly isMain?: boolean
}

/** The state's name in addresses and names of pictures. */
export const idOf = ({ name, of }: Pick<State, "name" | "of">) =>
  `${of} ${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")

/** The form of the page, and what is in it. */
export const email = "input[type=email]"
export const password = "input[type=password]"
export const submit = "form button[type=submit]"
export const problem = "[role=alert]"
export const card = ".ks-card:not([aria-busy=true]) h1"
export const code = "0".repeat(45)
