/** Runs the fuzz test in batches, each on a new database, so that a batch can be repeated on its own. */
import { Cause, Clock, type Duration, Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { endpoints } from "../../../core/api/endpoints.ts"
import { layerTest } from "../../../service/development.ts"
import { type TestResponse, send } from "../fixture.ts"
import { chance } from "./chance.ts"
import { validRequests } from "./valid-requests.ts"
import { type FuzzRequest, requestFrom, randomRequest } from "./fuzz-request.ts"
import { matchingEndpoints } from "./matching-endpoints.ts"
import { findProblem, isNotServed, statusOf } from "./find-problem.ts"
import { setUpProjects, learnFrom, learnFromMail } from "./known-values.ts"
import { seed } from "./seed.ts"
import { startCpuTimer, cpuTimeSince } from "../../cpu-time.ts"

/** Requests per batch. */
const BATCH = 500

/** Every 20th request comes from `valid-requests.ts`, in turn; each is sent unchanged and then spoiled. */
const VALID_EVERY = 20
const builders = [...validRequests].flatMap(([name, builder]) =>
  endpoints
    .filter((endpoint) => endpoint.name === name)
    .slice(0, 1)
    .map((endpoint) => ({ endpoint, builder }))
)

/** Returns the valid request that is due at this index, if any. */
const validRequestAt = (batch: number, index: number) => {
  if (index % VALID_EVERY !== 0) return undefined
  const turn = (batch * BATCH + index) / VALID_EVERY
  const builder = builders[turn % builders.length]
  return builder && { ...builder, isUnchanged: Math.floor(turn / builders.length) % 2 === 0 }
}

/** More CPU time than this, in milliseconds, blocks other requests. */
const MAX_CPU_MILLIS = 2000

/** Counts for one endpoint. */
export interface Tally {
  sent: number
  /** Requests that reached a route. */
  reached: number
  succeeded: number
  readonly responses: Map<string, number>
}

export interface Report {
  readonly requests: number
  /** By endpoint. */
  readonly tallies: ReadonlyMap<string, Tally>
  /** Each problem with everything needed to reproduce it. */
  readonly problems: ReadonlyArray<string>
}

/** The run stops after this number of problems. */
const MAX_PROBLEMS = 20

const shown = ({ body, headers, method, target }: FuzzRequest): string =>
  JSON.stringify({ method, target, headers, body: typeof body === "object" ? [...body].slice(0, 50) : body }).slice(
    0,
    3000
  )

/** The virtual time that a response may take, in seconds. */
const MAX_SECONDS = 2000

/** Counts the sleeps on a clock that have not ended. */
const countSleeps = (clock: Clock.Clock) => {
  let running = 0
  const counting: Clock.Clock = Object.create(clock, {
    sleep: {
      value: (duration: Duration.Duration) =>
        Effect.acquireUseRelease(
          Effect.sync(() => ++running),
          () => clock.sleep(duration),
          () => Effect.sync(() => --running)
        )
    }
  })
  return { clock: counting, areRunning: () => running > 0 }
}

/**
 * Sends one request. Advances virtual time only while the request sleeps: a database over the network takes real time,
 * and codes in requests would expire meanwhile.
 */
const sendInVirtualTime = Effect.fnUntraced(function* ({ body, headers, method, target }: FuzzRequest) {
  const sleeps = countSleeps(yield* Clock.Clock)
  const fiber = yield* Effect.forkChild(
    Effect.exit(send(method, target, { headers, ...(body !== undefined && { body }) })).pipe(
      Effect.provideService(Clock.Clock, sleeps.clock)
    ),
    { startImmediately: true }
  )
  let seconds = 0
  for (let wait = 0; fiber.pollUnsafe() === undefined && seconds < MAX_SECONDS; wait++) {
    if (wait < 5) {
      yield* Effect.yieldNow
      continue
    }
    yield* TestClock.withLive(Effect.sleep(1))
    if (sleeps.areRunning()) {
      seconds++
      yield* TestClock.adjust("1 second")
    }
  }
  if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
  yield* Fiber.interrupt(fiber)
  return null
})

export const runFuzzer = Effect.fnUntraced(function* (fuzzSeed: string, requests: number, only: number | null) {
  const tallies = new Map<string, Tally>()
  const problems: Array<string> = []
  let sent = 0
  // The log of the service during the request. For a 500 response it contains the cause.
  let logged = ""
  const logger = Logger.layer([
    Logger.make(({ cause, message }) => {
      const parts = [
        ...(Array.isArray(message) ? message : [message]),
        ...(cause.reasons.length > 0 ? [Cause.pretty(cause)] : [])
      ]
      logged += parts
        .map((part) => (part instanceof Error ? `${part.stack} ${String(part.cause)}` : String(part)))
        .join("\n    ")
    })
  ])

  const addToTally = (request: FuzzRequest, response: TestResponse) => {
    const [meant] = matchingEndpoints(request.method, request.target)
    if (meant === undefined) return
    const tally = tallies.get(meant.name) ?? { sent: 0, reached: 0, succeeded: 0, responses: new Map() }
    tallies.set(meant.name, tally)
    tally.sent++
    if (!isNotServed(response)) tally.reached++
    const status = statusOf(response)
    if (status < 400) tally.succeeded++
    const key = response.code ?? String(status)
    tally.responses.set(key, (tally.responses.get(key) ?? 0) + 1)
  }

  const batch = (number: number) =>
    Effect.gen(function* () {
      const known = yield* setUpProjects
      const c = chance(`${fuzzSeed}/${number}`)
      for (let index = 0; index < BATCH && problems.length < MAX_PROBLEMS; index++) {
        if (index % 25 === 0) yield* learnFromMail(known)
        const turn = validRequestAt(number, index)
        const { endpoint } = turn ?? { endpoint: c.of(endpoints) }
        const isUnchanged = turn?.isUnchanged === true
        const request =
          turn === undefined
            ? randomRequest(c, known, endpoint)
            : requestFrom(c, known, endpoint, yield* turn.builder, isUnchanged)
        logged = ""
        const start = startCpuTimer()
        const exit = yield* sendInVirtualTime(request)
        const work = cpuTimeSince(start)
        sent++
        const wrong =
          exit === null
            ? "there was no response"
            : exit._tag === "Failure"
              ? `the service failed: ${String(exit.cause)}`
              : work > MAX_CPU_MILLIS
                ? `it took ${Math.round(work)} ms of CPU time`
                : isUnchanged && statusOf(exit.value) >= 400
                  ? `a valid request was rejected: ${exit.value.status} ${exit.value.text.slice(0, 500)}`
                  : findProblem(request, exit.value)
        if (wrong !== null) {
          problems.push(`batch ${number}, request ${index}: ${wrong}\n  ${shown(request)}\n  ${logged.slice(0, 2000)}`)
        }
        if (exit?._tag === "Success") {
          addToTally(request, exit.value)
          if (turn === undefined && statusOf(exit.value) < 500) learnFrom(known, endpoint.path, exit.value.json)
        }
      }
    }).pipe(Effect.provide([layerTest({ seed }), logger]), Effect.orDie)

  const batches = Math.ceil(requests / BATCH)
  for (let number = 0; number < batches; number++) {
    if (only === null || only === number) yield* batch(number)
  }
  return { requests: sent, tallies, problems } satisfies Report
})

/** Summarizes which endpoints were reached and which succeeded. */
export const summarize = ({ requests, tallies }: Report): string => {
  const rows = [...tallies].sort(([a], [b]) => a.localeCompare(b))
  const missing = rows.filter(([, { reached }]) => reached === 0).map(([name]) => name)
  const refused = rows.filter(([, { reached, succeeded }]) => reached > 0 && succeeded === 0)
  return [
    `${requests} requests to ${rows.length} endpoints: ${rows.length - missing.length} reached, ${missing.length} ` +
      `not served`,
    ...(refused.length > 0 ? [`never with success: ${refused.map(([name]) => name).join(", ")}`] : []),
    ...(missing.length > 0 ? [`not served: ${missing.join(", ")}`] : [])
  ].join("\n")
}
