// @ts-check
// Measures how the time of one user's calls depends on the number of users.

import { admit, SIGN_INS, signInCodes, singleUserCalls } from "./calls.mjs"
import { visitors } from "./filled.mjs"
import { startLoad, startService } from "./process.mjs"

/** The most times the time with the fewest users. */
const AIM = 1.3
const FEWEST = 1000
/** Calls in each round. The best round counts, because noise only adds time. */
const CALLS = 300
const ROUNDS = 7

/** Returns the numbers of users that are compared, each ten times the one before. @param {number} most */
export const sizesUpTo = (most) => {
  const sizes = []
  for (let users = FEWEST; users < most; users *= 10) sizes.push(users)
  return [...sizes, most]
}

const times = (/** @type {number} */ ratio) => `${ratio.toFixed(2)} ×`

/**
 * @param {{
 *   name: string
 *   sizes: ReadonlyArray<number>
 *   databaseOf: (users: number) => Promise<string>
 *   note: (text: string) => void
 * }} options `name`: of the database
 */
export const measureGrowth = async ({ databaseOf, name, note, sizes }) => {
  const load = startLoad()
  const services = []
  try {
    for (const users of sizes) services.push({ users, ...(await startService(await databaseOf(users))) })
    const measured = await Promise.all(
      services.map(async ({ port, url, users }) => {
        const admitted = await admit(url, visitors(users))
        const codes = await signInCodes(url, admitted, SIGN_INS * (ROUNDS + 1))
        return { port, calls: singleUserCalls(admitted, codes) }
      })
    )
    const rows = []
    for (const [index, { calls: count = CALLS, name: call }] of (measured[0]?.calls ?? []).entries()) {
      note(`growth on ${name}: ${call} …`)
      /** @type {Array<Array<number>>} */
      const medians = sizes.map(() => [])
      for (let round = 0; round <= ROUNDS; round++) {
        for (const [size, { calls, port }] of measured.entries()) {
          const all = calls[index]?.requests ?? []
          // Requests that cannot be repeated are different in each round.
          const from = all.length > count ? round * count : 0
          const { p50 } = await load.run({ port, requests: all.slice(from, from + count), connections: 1, count })
          if (round > 0) medians[size]?.push(p50)
        }
      }
      const best = medians.map((each) => Math.min(...each))
      const ratio = (best.at(-1) ?? 0) / (best[0] ?? 1)
      rows.push({
        cells: [call, ...best.map((millis) => `${millis.toFixed(2)} ms`), times(ratio), times(AIM)],
        isMissed: ratio > AIM
      })
    }
    return {
      title: `Calls about one user, ${name}, one connection, by the users of the project`,
      head: ["", ...sizes.map(String), "growth", "aim"],
      rows
    }
  } finally {
    load.stop()
    for (const service of services) await service.stop()
  }
}
