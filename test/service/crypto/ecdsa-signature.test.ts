/** ES256 signatures in the form of JWTs and in that of OpenSSL. */
import { assert, describe, it } from "@effect/vitest"
import { generateKeyPairSync, sign, verify } from "node:crypto"
import { fromDer, toDer } from "../../../service/crypto/ecdsa-signature.ts"

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })

/** About one in 128 of these has an `r` or an `s` of fewer than 32 bytes. */
const messages = Array.from({ length: 300 }, (_, index) => Buffer.from(`message ${index}`))

/** Returns 32 bytes that end with these. */
const pad = (...bytes: ReadonlyArray<number>) => Buffer.concat([Buffer.alloc(32 - bytes.length), Buffer.from(bytes)])

const ofJwt = (r: Buffer, s: Buffer) => Buffer.concat([r, s])

describe("ES256 signatures", () => {
  it("of OpenSSL are those of JWTs after a conversion", () => {
    for (const message of messages) {
      const signature = fromDer(sign("sha256", message, privateKey))
      assert.isTrue(
        verify("sha256", message, { key: publicKey, dsaEncoding: "ieee-p1363" }, signature),
        signature.toString("hex")
      )
    }
  })

  it("of JWTs are those of OpenSSL after a conversion", () => {
    for (const message of messages) {
      const signature = sign("sha256", message, { key: privateKey, dsaEncoding: "ieee-p1363" })
      const der = toDer(signature)
      assert.isTrue(der !== null && verify("sha256", message, publicKey, der), signature.toString("hex"))
    }
  })

  it("have the shortest integers in DER, and a zero before a first bit of 1", () => {
    assert.strictEqual(toDer(ofJwt(pad(1), pad(0x7f)))?.toString("hex"), "300602010102017f")
    assert.strictEqual(toDer(ofJwt(pad(0x80), pad(1, 0)))?.toString("hex"), "30080202008002020100")
    assert.strictEqual(toDer(ofJwt(pad(0), pad(0)))?.toString("hex"), "3006020100020100")
    const highest = Buffer.alloc(32, 0xff)
    const integer = `022100${"ff".repeat(32)}`
    assert.strictEqual(toDer(ofJwt(highest, highest))?.toString("hex"), `3046${integer}${integer}`)
  })

  it("keep their leading zeros in JWTs", () => {
    for (const signature of [ofJwt(pad(1), pad(0x80)), ofJwt(pad(0xff, 0), Buffer.alloc(32, 0xff))]) {
      const der = toDer(signature)
      assert.strictEqual(der === null ? null : fromDer(der).toString("hex"), signature.toString("hex"))
    }
  })

  it("of another length than 64 bytes are no signatures", () => {
    for (const length of [0, 1, 32, 63, 65, 70, 128]) assert.isNull(toDer(Buffer.alloc(length, 1)), String(length))
  })
})
