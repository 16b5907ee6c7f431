// @ts-check
// Measures requests with access tokens that the service has verified before, and with tokens that it has never
// received, beside two floors and beside another checkout.

import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { median } from "../table.mjs"
import { signingKeyOf, signTokens } from "./access-tokens.mjs"
import { me, refreshRequest, signInRequest, withSession } from "./calls.mjs"
import { filledFile, visitors } from "./filled.mjs"
import { hasServe, processorTime, startFloor, startLoad, startProduction, startService } from "./process.mjs"

const ROUNDS = 9
/** Requests in each measurement of a round. Each new token is sent once. */
const REQUESTS = 1000
/** Requests before the rounds, so that the engine has compiled the hot functions. */
const WARM_UP = 3000

/** The least ratios beside another checkout. */
const AIMS = { known: 0.9, new: 1.5, refresh: 0.8 }

/**
 * A call: its name, its requests for a round, and the least ratio beside another checkout.
 *
 * @typedef {{ name: string, requests: (count: number) => ReadonlyArray<string>, aim?: number }} Call
 */

/**
 * A running server with the calls that are measured on it.
 *
 * @typedef {{ port: number, pid: number, stop: () => unknown, calls: ReadonlyArray<Call> }} Target
 */

/**
 * Requests a second, and processor time for each.
 *
 * @typedef {{ perSecond: number, micros: number }} Measured
 */

/**
 * @param {{
 *   folder: string
 *   users: number
 *   connections: number
 *   note: (text: string) => void
 *   beside?: string | undefined
 * }} options
 */
export const measureTokens = async ({ beside, connections, folder, note, users }) => {
  const file = join(folder, "tokens.db")
  await filledFile(file, users)
  const own = await startTarget(file, users, (path) => startProduction(path))
  /** @type {Array<Target>} */
  const targets = [own, ...(await startFloors(own, file, users))]
  const other = beside === undefined ? undefined : await startOther(resolve(beside), folder, users)
  if (other !== undefined) targets.push(other)
  const load = startLoad()
  try {
    /** @type {Map<Call, ReadonlyArray<Measured>>} */
    const measured = new Map()
    for (let round = 0; round <= ROUNDS; round++) {
      note(round === 0 ? "tokens: warm-up …" : `tokens: round ${round} of ${ROUNDS} …`)
      const count = round === 0 ? WARM_UP : REQUESTS
      // One call of all targets after the other, in an order that changes, so that they meet the same conditions.
      const turns = targets
        .flatMap((target) => target.calls.map((call, index) => ({ call, index, target })))
        .sort((a, b) => a.index - b.index)
      for (const { call, target } of round % 2 === 0 ? turns : turns.toReversed()) {
        const requests = call.requests(count)
        const before = processorTime(target.pid) ?? Number.NaN
        const { done, seconds } = await load.run({ port: target.port, requests, connections, count })
        const micros = (((processorTime(target.pid) ?? Number.NaN) - before) * 1000) / done
        if (round > 0) measured.set(call, [...(measured.get(call) ?? []), { perSecond: done / seconds, micros }])
      }
    }
    const rows = targets
      .filter((target) => target !== other)
      .flatMap(({ calls }) => calls)
      .map((call) => {
        const beside = other?.calls.find(({ name }) => name === call.name)
        return toRow(call, measured.get(call) ?? [], beside === undefined ? [] : (measured.get(beside) ?? []))
      })
    return {
      title: `keystile serve, SQLite, ${users} users, ${connections} connections, medians of ${ROUNDS} rounds`,
      head: ["", "a second", "processor", "other", "processor", "ratio", "of processor", "aim"],
      rows
    }
  } finally {
    load.stop()
    for (const { stop } of targets.toReversed()) await stop()
  }
}

/**
 * Returns the medians of a call, and those of the ratios to the same rounds of another checkout.
 *
 * @param {Call} call
 * @param {ReadonlyArray<Measured>} own
 * @param {ReadonlyArray<Measured>} others
 */
const toRow = ({ aim, name }, own, others) => {
  const medians = (/** @type {ReadonlyArray<Measured>} */ runs) => [
    String(Math.round(median(runs.map(({ perSecond }) => perSecond)))),
    `${Math.round(median(runs.map(({ micros }) => micros)))} µs`
  ]
  if (others.length === 0) return { cells: [name, ...medians(own), "", "", "", "", ""] }
  const ratioOf = (/** @type {keyof Measured} */ unit) =>
    median(own.map((run, round) => run[unit] / (others[round]?.[unit] ?? Number.NaN)))
  const ratio = ratioOf("perSecond")
  return {
    cells: [
      name,
      ...medians(own),
      ...medians(others),
      `${ratio.toFixed(2)} ×`,
      `${ratioOf("micros").toFixed(2)} ×`,
      aim === undefined ? "" : `${aim} ×`
    ],
    ...(aim !== undefined && { isMissed: ratio < aim })
  }
}

/**
 * Starts a service on a filled file.
 *
 * @param {string} file
 * @param {number} users
 * @param {(file: string) => Promise<{ port: number, pid: number, stop: () => unknown }>} start
 * @returns {Promise<Target>}
 */
const startTarget = async (file, users, start) => {
  // The service encrypts the secret of the key when it starts.
  const key = signingKeyOf(file)
  const all = visitors(users)
  const known = signTokens(key, all, all.length).map((accessToken) => me({ accessToken }))
  return {
    ...(await start(file)),
    calls: [
      { name: "GET /users/me, known tokens", requests: () => known, aim: AIMS.known },
      {
        name: "GET /users/me, new tokens",
        requests: (count) => signTokens(key, all, count).map((accessToken) => me({ accessToken })),
        aim: AIMS.new
      },
      {
        name: "token refresh",
        requests: () => all.map(({ refreshToken }) => refreshRequest(refreshToken)),
        aim: AIMS.refresh
      },
      { name: "sign-in by a server", requests: () => all.map(signInRequest) }
    ]
  }
}

/**
 * Starts the servers that do nothing but check the token of a request, with the response of the service.
 *
 * @param {Target} service
 * @param {string} file
 * @param {number} users
 * @returns {Promise<ReadonlyArray<Target>>}
 */
const startFloors = async (service, file, users) => {
  const sample = service.calls[0]?.requests(1)[0] ?? ""
  const fresh = join(file, "..", "floor.db")
  await filledFile(fresh, users)
  const key = signingKeyOf(fresh)
  const sessions = visitors(users).map(withSession)
  return [
    {
      ...(await startFloor(service.port, sample, { key: { ...key.publicJwk } })),
      calls: [
        {
          name: "floor: node:http and a signature",
          requests: (count) => signTokens(key, visitors(users), count).map((accessToken) => me({ accessToken }))
        }
      ]
    },
    {
      ...(await startFloor(service.port, sample, { database: fresh })),
      calls: [{ name: "floor: node:http and a session", requests: () => sessions }]
    }
  ]
}

/**
 * Starts the service of another checkout on a file that it filled itself.
 *
 * @param {string} checkout
 * @param {string} folder
 * @param {number} users
 */
const startOther = async (checkout, folder, users) => {
  const file = join(folder, "other.db")
  const { filledFile: fillOther } = await import(pathToFileURL(join(checkout, "bench", "service", "filled.mjs")).href)
  await fillOther(file, users)
  return await startTarget(file, users, (path) =>
    hasServe(checkout) ? startProduction(path, { checkout }) : startService(path, checkout)
  )
}
