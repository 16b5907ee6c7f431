/**
 * Message ids in the format of Svix: `msg_` and a KSUID (https://github.com/segmentio/ksuid), 27 characters of base62
 * over a 32-bit time in seconds and 128 random bits. Ids of later seconds sort after earlier ones.
 */
import { randomBytes } from "node:crypto"

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const BASE = BigInt(ALPHABET.length)
const LENGTH = 27
const RANDOM_BYTES = 16

/** The KSUID epoch, 2014-05-13T16:53:20Z, in seconds. */
const EPOCH_SECONDS = 1_400_000_000

/** Returns a new id. Times outside of the KSUID range (before 2014, after 2150) wrap around. */
export const newMessageId = (nowMillis: number, random: Buffer = randomBytes(RANDOM_BYTES)): string => {
  const seconds = BigInt.asUintN(32, BigInt(Math.floor(nowMillis / 1000) - EPOCH_SECONDS))
  return `msg_${base62((seconds << BigInt(RANDOM_BYTES * 8)) | BigInt(`0x${random.toString("hex")}`))}`
}

const base62 = (value: bigint): string => {
  let text = ""
  for (let rest = value; rest > 0n; rest /= BASE) text = ALPHABET.charAt(Number(rest % BASE)) + text
  return text.padStart(LENGTH, "0")
}
