/** Which layout to sign in a project had the last time in this browser: what a page's bones are laid out by. */
import { useSyncExternalStore } from "react"
import { writeLocal, readLocal } from "../../runtime/local-storage.ts"

/** What the layout follows from. */
export interface MethodLayout {
  readonly credentialEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly signUpEnabled: boolean
  readonly oauthProviders: { readonly length: number }
}

const keyOf = (projectId: string) => `keystile-layout-${projectId}`

const flags = { c: "credentialEnabled", m: "magicLinkEnabled", p: "passkeyEnabled", s: "signUpEnabled" } as const

/** Keeps them, as text like `3cms`. */
export const rememberLayout = (projectId: string, layout: MethodLayout): void => {
  const text = Object.entries(flags)
    .filter(([, name]) => layout[name])
    .map(([flag]) => flag)
    .join("")
  writeLocal(keyOf(projectId), `${layout.oauthProviders.length}${text}`)
}

/** A project with a password and nothing else: what is not known yet, or is no text of ours. */
const usual = "0cs"

/** More bones than that are a text of somebody else's, and no layout. */
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
