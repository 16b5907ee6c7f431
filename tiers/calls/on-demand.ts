/** The code that is loaded on first use: one module for all of it, see `on-demand-module.ts`. */
import { lazyModule } from "../../core/loading/lazy-module.ts"

export const onDemand = lazyModule("calls on demand", () => import("./on-demand-module.ts"))
