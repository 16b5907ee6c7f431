/**
 * Vitest setup file: `vi.waitFor` waits up to 10 s instead of 1 s, so that tests pass on a busy machine. Vitest has no
 * option for it, as `expect.poll.timeout` is for `expect.poll`.
 */
import { vi } from "vitest"

const { waitFor } = vi

vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: 10_000, ...options })
