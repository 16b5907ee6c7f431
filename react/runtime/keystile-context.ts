/** The context of a provider's state. */
import { createContext, useContext } from "react"
import type { Keystile } from "./keystile.ts"

export const KeystileContext = createContext<Keystile | null>(null)

export const useKeystile = (): Keystile => {
  const keystile = useContext(KeystileContext)
  if (keystile === null)
    throw new Error("No <KeystileProvider> around this component. Render it at the root of the application.")
  return keystile
}
