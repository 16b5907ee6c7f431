/** Runs the program until SIGTERM or SIGINT. */
import { NodeRuntime } from "@effect/platform-node"
import { Layer } from "effect"
import { Program } from "./program.ts"

NodeRuntime.runMain(Layer.launch(Program))
