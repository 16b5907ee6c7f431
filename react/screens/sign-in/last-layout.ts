/** The sign-in methods of a project at the last visit of this browser, for the layout of the skeleton. */
import { useSyncExternalStore } from "react"
import { writeLocal, readLocal } from "../../runtime/local-storage.ts"

/** The configuration that determines the layout. */
export interface MethodLayout {
  readonly credentialEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly signUpEnabled: boolean
  readonly oauthProviders: { readonly length: number }
}

const keyOf = (projectId: string) => `keystile-layout-${projectId}`

const flags = { c: "credentialEnabled", m: "magicLinkEnabled", p: "passkeyEnabled", s: "signUpEnabled" } as const

/** Saves the layout, as text like `3cms`: the number of providers, then one letter per method. */
export const rememberLayout = (projectId: string, layout: MethodLayout): void => {
  const text = Object.entries(flags)
    .filter(([, name]) => layout[name])
    .map(([flag]) => flag)
    .join("")
  writeLocal(keyOf(projectId), `${layout.oauthProviders.length}${text}`)
}

/** The default, for a first visit or an invalid text: a project with passwords only. */
const usual = "0cs"

/** At most 99 providers: anyone can write to local storage. */
const ours = /^\d\d?[cmps]*$/

const never = () => () => {}

export const useLastLayout = (projectId: string): MethodLayout => {
  const kept = useSyncExternalStore(
    never,
    () => readLocal(keyOf(projectId)) ?? usual,
    () => usual
  )
  const text = ours.test(kept) ? kept : usual
  return {
    credentialEnabled: text.includes("c"),
    magicLinkEnabled: text.includes("m"),
    passkeyEnabled: text.includes("p"),
    signUpEnabled: text.includes("s"),
    oauthProviders: { length: Number.parseInt(text, 10) }
  }
}
