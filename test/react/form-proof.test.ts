/** The proof for the forms of a page. */
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { makeFormProof } from "../../react/forms/form-proof.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("says that a proof is slow until no request has been waiting for a second", async () => {
  const proof = makeFormProof(async () => null)
  proof.use({ type: "another check" })
  proof.connect()
  const withdrawn = new AbortController()
  const takes = [proof.take(), proof.take(withdrawn.signal), proof.take()]
  await vi.advanceTimersByTimeAsync(500)
  const late = proof.take()
  expect(proof.read().isSlow).toBe(false)
  await vi.advanceTimersByTimeAsync(500)
  expect(proof.read().isSlow).toBe(true)
  proof.onProof("first")
  await takes[0]
  expect(proof.read().isSlow).toBe(true)
  withdrawn.abort()
  await takes[1]
  expect(proof.read().isSlow).toBe(true)
  proof.onProof("second")
  expect(await takes[2]).toBe("second")
  expect(proof.read().isSlow).toBe(false)
  await vi.advanceTimersByTimeAsync(500)
  expect(proof.read().isSlow).toBe(true)
  proof.onProof("third")
  expect(await late).toBe("third")
  expect(proof.read().isSlow).toBe(false)
})
