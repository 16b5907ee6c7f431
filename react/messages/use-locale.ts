/** The locale of a provider. */
import { useDeferredValue, useEffect, useReducer, useSyncExternalStore } from "react"
import { loadUntilDone } from "../runtime/load-until-done.ts"
import { subscribeToNothing } from "../runtime/use-browser-value.ts"
import { type Language, englishLocale, type Locale, localeFor } from "./language.ts"

const subscribe = (listener: () => void) => {
  addEventListener("languagechange", listener)
  return () => removeEventListener("languagechange", listener)
}

const readLanguages = () => navigator.languages.join()

/** On a server the languages of the browser are not available. */
const readOnServer = () => "en-US"

/** Returns the locale for `lang`. Does not suspend: the previous locale stays while the next one is loaded. */
export const useLocale = (lang: string | Language | undefined): Locale => {
  const isAuto = lang === "auto"
  const browser = useSyncExternalStore(
    isAuto ? subscribe : subscribeToNothing,
    isAuto ? readLanguages : readOnServer,
    readOnServer
  )
  const shown = useDeferredValue(isAuto ? browser : lang)
  const locale = shown === undefined ? englishLocale : localeFor(shown)
  const [, arrived] = useReducer((count: number, _loaded: unknown) => count + 1, 0)
  useEffect(() => {
    if (!locale.isReady) void locale.loading?.then(arrived)
  }, [locale])
  const { loadTexts } = locale
  useEffect(() => loadTexts && loadUntilDone(loadTexts, arrived), [loadTexts])
  return locale
}
