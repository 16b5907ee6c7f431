/** The provider's `strengthThreshold`. A separate module: the provider does not load the check of new passwords. */
import { createContext } from "react"

export const StrengthContext = createContext<number | undefined>(undefined)
