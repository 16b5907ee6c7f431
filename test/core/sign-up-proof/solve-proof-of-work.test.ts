/** The solver of proofs of work. */
import { hash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { makeBlockHash, MAX_MESSAGE } from "../../../core/sign-up-proof/sha256-block.ts"
import { solveProofOfWork } from "../../../core/sign-up-proof/solve-proof-of-work.ts"

const salt = "a1b2c3d4e5f6a1b2c3d4e5f6?expires=1764112345&"

const challengeOf = (number: number, maxnumber: number) => ({
  algorithm: "SHA-256" as const,
  challenge: hash("sha256", `${salt}${number}`),
  salt,
  signature: "0".repeat(64),
  maxnumber
})

/** A challenge of altcha-lib 1.4.1, whose `verifySolution` accepts the number. */
const ofAltcha = {
  algorithm: "SHA-256" as const,
  challenge: "2201979f0a91d04861178a94f9eac6ee4f7e3d177ca669fad6c3f1f7d8ce57e5",
  maxnumber: 5000,
  salt: "7a878da52a0472f3ded6bf5e?expires=1795646741&",
  signature: "60374059ac8905419273b5c1057c950f11e9e545e61d40c1bba4841bcf6cb523"
}

describe("the hash of one block", () => {
  it("is SHA-256 for every length", () => {
    const hashBlock = makeBlockHash()
    for (let length = 0; length <= MAX_MESSAGE; length++) {
      const message = Buffer.from(Array.from({ length }, (_, index) => (index * 37 + length * 11) % 256))
      const block = new DataView(new ArrayBuffer(64))
      for (const [index, byte] of message.entries()) block.setUint8(index, byte)
      const words = Array.from(hashBlock(block, length), (word) => (word >>> 0).toString(16).padStart(8, "0"))
      expect(words.join(""), `${length} bytes`).toBe(hash("sha256", message))
    }
  })
})

describe("the solver", () => {
  it.each([0, 9, 10, 99, 100, 1999, 2000])("finds %i", async (number) => {
    expect(await solveProofOfWork(challengeOf(number, 2000))).toBe(number)
  })

  it("solves a challenge of ALTCHA's own library", async () => {
    expect(await solveProofOfWork(ofAltcha)).toBe(6)
  })

  it("finds no number above the maximum, and none for a salt that is too long", async () => {
    expect(await solveProofOfWork(challengeOf(2001, 2000))).toBeNull()
    expect(await solveProofOfWork({ ...challengeOf(1, 2000), salt: "s".repeat(55) })).toBeNull()
  })

  it("lets timers run meanwhile, and stops when it is aborted", async () => {
    const controller = new AbortController()
    let ticks = 0
    const timer = setInterval(() => {
      ticks++
      if (ticks === 3) controller.abort()
    }, 0)
    // It would take minutes.
    const solved = await solveProofOfWork(challengeOf(9_999_999, 9_999_998), controller.signal)
    clearInterval(timer)
    expect(solved).toBeNull()
    expect(ticks).toBeGreaterThanOrEqual(3)
  })
})
