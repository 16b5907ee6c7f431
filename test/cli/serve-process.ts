/** Runs `keystile serve` as a child process. */
import { Effect } from "effect"
import { type Environment, start } from "./keystile-process.ts"

/** Starts `keystile serve`, by default on a free port, under NODE_ENV=production. Waits until it listens. */
export const serve = Effect.fnUntraced(function* (environment: Environment, ...args: ReadonlyArray<string>) {
  const started = yield* start(["serve", ...args], {
    KEYSTILE_PORT: "0",
    KEYSTILE_DRAIN_DELAY: "0",
    NODE_ENV: "production",
    ...environment
  })
  const line = yield* started.line(/Listening on/)
  return { ...started, port: Number(/:(\d+), for/.exec(line)?.[1]) }
})
