/**
 * The engine: everything of the screens that needs Effect, in one module. It is loaded after the first paint, so that
 * a page shows its first field without it. Only types of it may be imported statically.
 */
import { loadableModule } from "../../core/loading/loadable-module.ts"

/** The exports of the engine's module. */
export type Engine = typeof import("../engine/engine.ts")

export const engineModule = loadableModule("engine", () => import("../engine/engine.ts"))
