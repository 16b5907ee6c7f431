/** The code that is loaded on first use: one module for all of it, see `on-demand.ts`. */
import { later } from "../later.ts"

export const onDemand = later(() => import("./on-demand-module.ts"))
