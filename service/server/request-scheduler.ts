/**
 * FIFO request scheduler that yields to the event loop every 0.5 ms, so that new connections are accepted under load.
 *
 * In one round of its event loop Node reads from all connections and accepts one new one. With 50 connections that send
 * slow requests, a new connection would be accepted after 50 requests, and the next one after 51.
 */
import { uptimeMillis } from "../time/uptime-millis.ts"

/**
 * The time within one round in which requests are started, in milliseconds. Two or three requests of the usual duration
 * fit into it. The last of 50 clients that connect at the same time is accepted after 50 rounds.
 */
const SLICE_MILLIS = 0.5

/** @param now returns the time in milliseconds, from any origin */
export const makeRequestScheduler = (now: () => number = uptimeMillis) => {
  const waiting: Array<() => void> = []
  let ends: number | null = null

  const next = () => {
    ends = null
    // Requests that arrive meanwhile are queued behind these.
    while (waiting.length > 0 && hasTime()) waiting.shift()?.()
  }
  const hasTime = (): boolean => {
    if (ends !== null) return now() < ends
    ends = now() + SLICE_MILLIS
    setImmediate(next)
    return true
  }

  /** Runs the work now if there is time left in this round, else in a later one. */
  return (work: () => void): void => {
    if (waiting.length === 0 && hasTime()) work()
    else waiting.push(work)
  }
}
