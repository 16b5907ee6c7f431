/** The sign-in methods of a project at the last visit of this browser, in local storage. */
import { useMemo } from "react"
import { readStored, writeStored } from "../storage/web-storage.ts"
import type { SignInSettings } from "./sign-in-settings.ts"
import { useBrowserValue } from "./use-browser-value.ts"

const keyOf = (projectId: string) => `keystile-layout-${projectId}`

const flags = { c: "credentialEnabled", m: "magicLinkEnabled", p: "passkeyEnabled", s: "signUpEnabled" } as const

/** Saves the settings, as text like `cms:google,github:Fernhill`: one letter per method, the providers, the name. */
export const cacheSettings = (projectId: string, settings: SignInSettings): void => {
  const letters = Object.entries(flags)
    .filter(([, name]) => settings[name])
    .map(([flag]) => flag)
    .join("")
  const providers = settings.oauthProviders.map(({ id }) => id).join()
  writeStored("localStorage", keyOf(projectId), `${letters}:${providers}:${settings.displayName}`)
}

/** At most 50 providers with short ids: any script of the page can write to local storage. */
const ours = /^([cmps]{0,4}):((?:[\w-]{1,64}(?:,[\w-]{1,64}){0,49})?):(.{0,256})$/

const settingsOf = (text: string | null): SignInSettings | null => {
  const found = text === null ? null : ours.exec(text)
  if (found === null) return null
  const [, letters = "", providers = "", displayName = ""] = found
  return {
    displayName,
    credentialEnabled: letters.includes("c"),
    magicLinkEnabled: letters.includes("m"),
    passkeyEnabled: letters.includes("p"),
    signUpEnabled: letters.includes("s"),
    oauthProviders: providers === "" ? [] : providers.split(",").map((id) => ({ id }))
  }
}

/** Returns the settings at the last visit; `null` on a first visit, during hydration, and for an invalid text. */
export const useCachedSettings = (projectId: string | null): SignInSettings | null => {
  const text = useBrowserValue(() => (projectId === null ? null : readStored("localStorage", keyOf(projectId))), null)
  return useMemo(() => settingsOf(text), [text])
}
