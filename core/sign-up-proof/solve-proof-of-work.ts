/**
 * Solves a proof of work in slices of a few milliseconds, so that a page stays responsive.
 *
 * Not in a worker: a content security policy would have to allow it, and bundlers would have to emit it.
 */
import type { ProofOfWorkChallenge } from "../schema/proof-of-work.ts"
import { makeBlockHash, MAX_MESSAGE } from "./sha256-block.ts"

/** Half of a frame at 60 frames a second, in milliseconds. */
const SLICE_MILLIS = 8

/** The number of hashes between two readings of the clock. */
const HASHES_PER_READING = 200

/** Resolves in a timer, which runs after the pending events of the page. */
const nextSlice = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** Writes a whole number in decimal at a position. Returns the position after it. */
const writeNumber = (block: DataView, at: number, number: number): number => {
  const digits = String(number)
  for (let index = 0; index < digits.length; index++) block.setUint8(at + index, digits.charCodeAt(index))
  return at + digits.length
}

/**
 * Returns the number whose hash with the salt is the challenge; `null` if there is none up to `maxnumber`. Stops with
 * `null` when the signal is aborted.
 */
export const solveProofOfWork = async (
  { challenge, maxnumber, salt }: ProofOfWorkChallenge,
  signal?: AbortSignal
): Promise<number | null> => {
  const prefix = new TextEncoder().encode(salt)
  if (prefix.length + String(maxnumber).length > MAX_MESSAGE) return null
  const block = new DataView(new ArrayBuffer(64))
  for (const [index, byte] of prefix.entries()) block.setUint8(index, byte)
  const target = Array.from(
    { length: 8 },
    (_, index) => Number.parseInt(challenge.slice(index * 8, index * 8 + 8), 16) | 0
  )
  const hashBlock = makeBlockHash()

  const solves = (number: number): boolean => {
    const hash = hashBlock(block, writeNumber(block, prefix.length, number))
    return target.every((word, index) => hash[index] === word)
  }

  const isAborted = () => signal?.aborted === true

  let number = 0
  while (number <= maxnumber && !isAborted()) {
    const end = performance.now() + SLICE_MILLIS
    while (number <= maxnumber && performance.now() < end) {
      const last = Math.min(number + HASHES_PER_READING, maxnumber + 1)
      for (; number < last; number++) if (solves(number)) return number
    }
    // oxlint-disable-next-line no-await-in-loop -- one slice after the other
    await nextSlice()
  }
  return null
}
