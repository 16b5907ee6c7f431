import { NodeRuntime } from "@effect/platform-node"
import { Layer } from "effect"
import { Backend } from "./backend.ts"

NodeRuntime.runMain(Layer.launch(Backend))
