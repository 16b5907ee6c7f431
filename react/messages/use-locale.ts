/** Which language a provider speaks, as it changes. */
import { useDeferredValue, useEffect, useReducer, useSyncExternalStore } from "react"
import { type Language, plain, type Spoken, spokenAs } from "./language.ts"

const subscribe = (listener: () => void) => {
  addEventListener("languagechange", listener)
  return () => removeEventListener("languagechange", listener)
}

const wanted = () => navigator.languages.join()

/** A server cannot ask the browser. */
const onServer = () => "en-US"

/** Suspends nothing itself. While another language is loaded, the one before goes on. */
export const useSpoken = (lang: string | Language | undefined): Spoken => {
  const browser = useSyncExternalStore(subscribe, wanted, onServer)
  const shown = useDeferredValue(lang === "auto" ? browser : lang)
  const spoken = shown === undefined ? plain : spokenAs(shown)
  const [, arrived] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (spoken.isReady) return undefined
    let isMounted = true
    void spoken.loading?.then(() => {
      if (isMounted) arrived()
    })
    return () => {
      isMounted = false
    }
  }, [spoken])
  return spoken
}
