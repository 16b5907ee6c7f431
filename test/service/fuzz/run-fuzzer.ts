/**
 * Runs the fuzzer: batches of requests, each against a world of its own, so that any of them can be run again by itself.
 */
import { Cause, Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { endpoints } from "../../../core/api/endpoints.ts"
import { layerTest } from "../../../service/service.ts"
import { isOverNetwork } from "../../postgres/server.ts"
import { type Answered, send } from "../fixture.ts"
import { chance } from "./chance.ts"
import { validRequests } from "./valid-requests.ts"
import { type FuzzRequest, requestFrom, randomRequest } from "./fuzz-request.ts"
import { matchingEndpoints } from "./matching-endpoints.ts"
import { findProblem, isNotServed, statusOf } from "./find-problem.ts"
import { setUpProjects, learnFrom, learnFromMail } from "./known-values.ts"
import { seed } from "./seed.ts"
import { startCpuTimer, cpuTimeSince } from "../../cpu-time.ts"

/** Requests of a batch. */
const BATCH = 500

/** Every so many requests somebody goes a builder that they know: all builders in turn, once as they are and once spoiled. */
const VALID_EVERY = 20
const builders = [...validRequests].flatMap(([name, builder]) =>
  endpoints
    .filter((endpoint) => endpoint.name === name)
    .slice(0, 1)
    .map((endpoint) => ({ endpoint, builder }))
)

/** The builder whose turn it is, if it is the turn of any. */
const validRequestAt = (batch: number, index: number) => {
  if (index % VALID_EVERY !== 0) return undefined
  const turn = (batch * BATCH + index) / VALID_EVERY
  const builder = builders[turn % builders.length]
  return builder && { ...builder, isUnchanged: Math.floor(turn / builders.length) % 2 === 0 }
}

/** An answer that was more work held everybody up, in milliseconds. */
const MAX_CPU_MILLIS = 2000

/** What one endpoint was asked and answered. */
export interface Tally {
  sent: number
  /** Of these, found at a path that is served. */
  reached: number
  succeeded: number
  readonly answers: Map<string, number>
}

export interface Report {
  readonly requests: number
  /** By the names of the endpoints. */
  readonly tallies: ReadonlyMap<string, Tally>
  /** What went wrong, with all that is needed to see it again. */
  readonly problems: ReadonlyArray<string>
}

/** More than these are no news. */
const MAX_PROBLEMS = 20

const shown = ({ body, headers, method, target }: FuzzRequest): string =>
  JSON.stringify({ method, target, headers, body: typeof body === "object" ? [...body].slice(0, 50) : body }).slice(
    0,
    3000
  )

/**
 * How many waits of a millisecond pass before virtual time does. An answer that comes from a database over the network is
 * under builder in real time: were the clock to move on meanwhile, codes in the request would be out of date.
 */
const LIVE_WAITS = isOverNetwork ? 1000 : 0

/** Answers one request. Most are there at once; one that waits is given virtual time until it is done. */
const answerTo = Effect.fnUntraced(function* ({ body, headers, method, target }: FuzzRequest) {
  const fiber = yield* Effect.forkChild(
    Effect.exit(send(method, target, { headers, ...(body !== undefined && { body }) })),
    { startImmediately: true }
  )
  for (let wait = 0; fiber.pollUnsafe() === undefined && wait < 2000 + LIVE_WAITS; wait++) {
    if (wait < 5) yield* Effect.yieldNow
    else yield* TestClock.withLive(Effect.sleep(1))
    if (wait >= 5 + LIVE_WAITS) yield* TestClock.adjust("1 second")
  }
  if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
  yield* Fiber.interrupt(fiber)
  return null
})

export const runFuzzer = Effect.fnUntraced(function* (fuzzSeed: string, requests: number, only: number | null) {
  const tallies = new Map<string, Tally>()
  const problems: Array<string> = []
  let sent = 0
  // What the service logged about the request in work: a 500 response names its cause there.
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

  const addToTally = (request: FuzzRequest, answer: Answered) => {
    const [meant] = matchingEndpoints(request.method, request.target)
    if (meant === undefined) return
    const tally = tallies.get(meant.name) ?? { sent: 0, reached: 0, succeeded: 0, answers: new Map() }
    tallies.set(meant.name, tally)
    tally.sent++
    if (!isNotServed(answer)) tally.reached++
    const status = statusOf(answer)
    if (status < 400) tally.succeeded++
    const key = answer.code ?? String(status)
    tally.answers.set(key, (tally.answers.get(key) ?? 0) + 1)
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
        const exit = yield* answerTo(request)
        const work = cpuTimeSince(start)
        sent++
        const wrong =
          exit === null
            ? "there was no answer"
            : exit._tag === "Failure"
              ? `it failed: ${String(exit.cause)}`
              : work > MAX_CPU_MILLIS
                ? `it was ${Math.round(work)} ms of work`
                : isUnchanged && statusOf(exit.value) >= 400
                  ? `a right request was refused: ${exit.value.status} ${exit.value.text.slice(0, 500)}`
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

/** For people: which endpoints were reached, and how far. */
export const summarize = ({ requests, tallies }: Report): string => {
  const rows = [...tallies].sort(([a], [b]) => a.localeCompare(b))
  const missing = rows.filter(([, { reached }]) => reached === 0).map(([name]) => name)
  const refused = rows.filter(([, { reached, succeeded }]) => reached > 0 && succeeded === 0)
  return [
    `${requests} requests to ${rows.length} endpoints: ${rows.length - missing.length} reached, ${missing.length} not served`,
    ...(refused.length > 0 ? [`never with success: ${refused.map(([name]) => name).join(", ")}`] : []),
    ...(missing.length > 0 ? [`not served: ${missing.join(", ")}`] : [])
  ].join("\n")
}
