/** Loads the engine together with the entry, for servers: they render without waiting for it. */
import { engineModule } from "./engine-module.ts"
import * as engine from "../engine/engine.ts"

engineModule.provide(engine)
