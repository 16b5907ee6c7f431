// @ts-check
// The load generator: a process that keeps connections busy with serialized requests, so that it uses little of the
// processors that the service needs.
//
// With `perSecond` requests start at a fixed rate, and the time of each counts from when it was due.
//
// Receives { port, requests, connections, count } or { …, seconds }, and sends { done, seconds, latencies, failed }.

import { connect } from "node:net"

/**
 * @typedef {{
 *   port: number
 *   requests: ReadonlyArray<string>
 *   connections: number
 *   count?: number
 *   seconds?: number
 *   perSecond?: number
 * }} Job
 */

const END_OF_HEAD = Buffer.from("\r\n\r\n")
const LAST_CHUNK = Buffer.from("0\r\n\r\n")

/** Returns `true` if the response is complete. @param {Buffer} bytes */
const isWhole = (bytes) => {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return false
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(bytes.toString("latin1", 0, end)) ?? []
  if (length !== undefined) return bytes.length >= end + 4 + Number(length)
  return bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
}

/** @param {Job} job */
const run = ({ connections, count = Infinity, perSecond = Infinity, port, requests, seconds = Infinity }) =>
  new Promise((resolve, reject) => {
    const bytes = requests.map((request) => Buffer.from(request))
    /** @type {Array<number>} */
    const latencies = []
    let sent = 0
    let done = 0
    let failed = 0
    let open = connections
    /** @type {string | undefined} */
    let firstFailure
    const start = performance.now()
    const deadline = start + seconds * 1000
    for (let index = 0; index < connections; index++) {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true })
      let begun = 0
      let finished = false
      /** @type {Array<Buffer>} */
      let parts = []
      const next = () => {
        finished = sent >= count || performance.now() >= deadline
        if (finished) return socket.end()
        const turn = sent++
        const write = () => socket.write(bytes[turn % bytes.length] ?? "")
        begun = perSecond === Infinity ? performance.now() : start + (turn * 1000) / perSecond
        if (begun > performance.now()) setTimeout(write, begun - performance.now())
        else write()
      }
      socket.on("connect", next)
      socket.on("data", (part) => {
        parts.push(part)
        const whole = parts.length === 1 ? part : Buffer.concat(parts)
        if (!isWhole(whole)) return
        parts = []
        latencies.push(performance.now() - begun)
        done++
        // HTTP/1.1 2xx
        if (whole[9] !== 0x32) {
          failed++
          firstFailure ??= whole.toString()
        }
        next()
      })
      socket.on("error", reject)
      socket.on("close", () => {
        if (!finished) return reject(new Error("the service closed a connection"))
        if (--open === 0)
          resolve({
            done,
            failed,
            firstFailure,
            latencies: Float64Array.from(latencies).sort(),
            seconds: (performance.now() - start) / 1000
          })
      })
    }
  })

process.on("message", (/** @type {Job} */ job) => {
  run(job).then(
    ({ latencies, ...result }) => {
      const at = (/** @type {number} */ share) =>
        latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]
      process.send?.({ ...result, p50: at(0.5), p99: at(0.99) })
    },
    (failure) => process.send?.({ problem: failure.message })
  )
})
process.on("disconnect", () => process.exit())
