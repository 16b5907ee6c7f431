/** The second factor of flows that rarely need it: loaded on demand, together with the other steps. */
import { lazyComponent } from "../../runtime/lazy-component.ts"

export const { Component: LazySecondFactor } = lazyComponent("SecondFactorStep", () =>
  import("../sign-in/step-cards.ts").then(({ SecondFactorStep }) => SecondFactorStep)
)
