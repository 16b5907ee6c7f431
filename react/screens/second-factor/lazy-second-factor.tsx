/** The second factor where it is rarely asked for: loaded with the other steps. */
import { lazy } from "react"

export const LazySecondFactor = lazy(() =>
  import("../sign-in/step-cards.ts").then(({ SecondFactorStep }) => ({ default: SecondFactorStep }))
)
