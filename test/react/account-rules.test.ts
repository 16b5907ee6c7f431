/** Rules of the account settings: methods of signing in, codes and images. */
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { createHash, createHmac } from "node:crypto"
import { clampView, sideOf, wholeView, ZOOM_MAX } from "../../react/account/crop.ts"
import { daysUntil } from "../../react/account/relative-time.ts"
import { callErrorText, type AccountMessages } from "../../react/account/call-error-notice.tsx"
import { FILE_MAX_MEGABYTES, fileProblem, readImage } from "../../react/account/read-image.ts"
import {
  hasVerifiedAuthEmail,
  isLastAuthEmail,
  isOnlyCertainMethod,
  methodsOf
} from "../../react/account/sign-in-methods.ts"
import { base32, isTotpOf, newTotpSecret, totpUrl } from "../../react/account/totp.ts"
import { RequestError, SessionChanged, TimedOut } from "../../core/errors/request-error.ts"
import { account } from "../../react/messages/english/account.ts"

const config = {
  signUpEnabled: true,
  credentialEnabled: true,
  magicLinkEnabled: true,
  passkeyEnabled: true,
  clientTeamCreationEnabled: true,
  clientUserDeletionEnabled: true,
  oauthProviders: [{ id: "github" }]
}
const noMethods = { hasPassword: false, otpAuthEnabled: false, passkeyAuthEnabled: false, oauthProviders: [] }
const channel = (usedForAuth: boolean, isVerified = true, id = "c") =>
  ({ id, userId: "u", type: "email", value: "a@b.example", usedForAuth, isVerified, isPrimary: false }) as const

afterEach(() => vi.unstubAllGlobals())

describe("Methods of signing in", () => {
  it("count if the user has them, the project enables them and their address exists", () => {
    const oauthProviders = [{ id: "github", accountId: "1" }]
    const all = { hasPassword: true, otpAuthEnabled: true, passkeyAuthEnabled: true, oauthProviders }
    expect([...methodsOf(all, { config }, [channel(true)])]).toEqual(["password", "otp", "passkey", "oauth"])
    expect([...methodsOf(all, { config }, [channel(false)])]).toEqual(["passkey", "oauth"])
    const off = { credentialEnabled: false, magicLinkEnabled: false, passkeyEnabled: false }
    const nothing = { ...config, ...off, oauthProviders: [] }
    expect([...methodsOf(all, { config: nothing }, [channel(true)])]).toEqual([])
    const withGoogle = { ...noMethods, oauthProviders: [{ id: "google", accountId: "1" }] }
    expect([...methodsOf(withGoogle, { config }, [])]).toEqual([])
  })

  it("cannot be removed if only one is left", () => {
    const passkey = { ...noMethods, passkeyAuthEnabled: true }
    expect(isOnlyCertainMethod(methodsOf(passkey, { config }, []), "passkey", [])).toBe(true)
    const both = { ...passkey, hasPassword: true }
    const channels = [channel(true)]
    expect(isOnlyCertainMethod(methodsOf(both, { config }, channels), "passkey", channels)).toBe(false)
    // A password does not count if the project has disabled it.
    const noPasswords = { config: { ...config, credentialEnabled: false } }
    expect(isOnlyCertainMethod(methodsOf(both, noPasswords, channels), "passkey", channels)).toBe(true)
  })

  it("are not replaced by codes to unverified emails, which cannot be removed as the only method either", () => {
    const codes = { ...noMethods, otpAuthEnabled: true }
    const both = { ...codes, passkeyAuthEnabled: true }
    const [verified, unverified] = [[channel(true)], [channel(true, false)]]
    expect(isOnlyCertainMethod(methodsOf(both, { config }, unverified), "passkey", unverified)).toBe(true)
    expect(isOnlyCertainMethod(methodsOf(both, { config }, unverified), "otp", unverified)).toBe(false)
    expect(isOnlyCertainMethod(methodsOf(codes, { config }, unverified), "otp", unverified)).toBe(true)
    expect(isOnlyCertainMethod(methodsOf(both, { config }, verified), "passkey", verified)).toBe(false)
  })

  it("include the last address for sign-in, and whether an address is verified", () => {
    const [first, second, other] = [channel(true, true, "1"), channel(true, true, "2"), channel(false, true, "3")]
    expect(isLastAuthEmail([first, other], first)).toBe(true)
    expect(isLastAuthEmail([first, other], other)).toBe(false)
    expect(isLastAuthEmail([first, second], first)).toBe(false)
    const [unverified, typo] = [channel(true, false, "4"), channel(true, false, "5")]
    expect(isLastAuthEmail([unverified], unverified)).toBe(true)
    expect(isLastAuthEmail([unverified, typo], unverified)).toBe(false)
    expect(isLastAuthEmail([first, unverified], first)).toBe(true)
    expect(isLastAuthEmail([first, unverified], unverified)).toBe(false)
    expect(hasVerifiedAuthEmail([channel(true, false), channel(false, true)])).toBe(false)
    expect(hasVerifiedAuthEmail([channel(true, true)])).toBe(true)
  })
})

describe("Codes of authenticator apps", () => {
  const text = new TextEncoder()

  it("encode keys as in RFC 4648", () => {
    const pairs = { "": "", f: "MY", fo: "MZXQ", foo: "MZXW6", foob: "MZXW6YQ", foobar: "MZXW6YTBOI" }
    for (const [plain, encoded] of Object.entries(pairs)) expect(base32(text.encode(plain))).toBe(encoded)
    expect(base32(newTotpSecret())).toHaveLength(32)
    expect(base32(newTotpSecret())).not.toBe(base32(newTotpSecret()))
  })

  it("match the codes of RFC 6238, and no others", async () => {
    const secret = text.encode("12345678901234567890")
    const vectors = { 59: "287082", 1111111109: "081804", 1234567890: "005924", 20000000000: "353130" }
    for (const [seconds, code] of Object.entries(vectors)) {
      const now = Number(seconds) * 1000
      expect(await isTotpOf(secret, code, now)).toBe(true)
      expect(await isTotpOf(secret, code, now + 30_000)).toBe(true)
      expect(await isTotpOf(secret, code, now + 90_000)).toBe(false)
      expect(await isTotpOf(secret, "000000", now)).toBe(false)
    }
  })

  it.prop(
    "match another implementation for any secret and time",
    { seed: Schema.String, at: Schema.Int },
    async ({ at, seed }) => {
      const bytes = new Uint8Array(createHash("sha1").update(seed).digest())
      const seconds = Math.abs(at) % 4_000_000_000
      const counter = Buffer.alloc(8)
      counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)))
      const digest = createHmac("sha1", bytes).update(counter).digest()
      const offset = (digest.at(-1) ?? 0) & 15
      const code = String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0")
      expect(await isTotpOf(bytes, code, seconds * 1000)).toBe(true)
    }
  )

  it("have a URI that is valid for any name", () => {
    const address = new URL(
      totpUrl({
        issuer: "Fern:hill & Söhne?secret=evil",
        email: "a+b@c.example",
        secret: text.encode("12345678901234567890")
      })
    )
    expect(address.searchParams.get("secret")).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    expect(address.searchParams.get("issuer")).toBe("Fern:hill & Söhne?secret=evil")
    expect(address.pathname.split(":")).toHaveLength(2)
  })
})

describe("Images", () => {
  const any = { width: Schema.Int, height: Schema.Int, x: Schema.Finite, y: Schema.Finite, zoom: Schema.Finite }
  const pixels = (number: number) => (Math.abs(number) % 9000) + 1

  it.prop("cuts out a square inside the image, wherever it was dragged", any, ({ height, width, ...view }) => {
    const size = { width: pixels(width), height: pixels(height) }
    const put = clampView(size, view)
    const half = sideOf(size, put) / 2
    expect(put.zoom).toBeGreaterThanOrEqual(1)
    expect(put.zoom).toBeLessThanOrEqual(ZOOM_MAX)
    expect(put.x - half).toBeGreaterThanOrEqual(-1e-6)
    expect(put.y - half).toBeGreaterThanOrEqual(-1e-6)
    expect(put.x + half).toBeLessThanOrEqual(size.width + 1e-6)
    expect(put.y + half).toBeLessThanOrEqual(size.height + 1e-6)
    expect(clampView(size, put)).toEqual(put)
    expect(clampView(size, wholeView(size))).toEqual(wholeView(size))
  })

  it("are rejected if they are SVG, empty or too large", () => {
    const file = { name: "a.png", type: "image/png", size: 10 }
    expect(fileProblem(file)).toBeNull()
    expect(fileProblem({ ...file, type: "image/svg+xml" })).toBe("vector")
    expect(fileProblem({ ...file, name: "logo.SVG", type: "" })).toBe("vector")
    expect(fileProblem({ ...file, size: FILE_MAX_MEGABYTES * 1_000_000 + 1 })).toBe("tooLarge")
    expect(fileProblem({ ...file, size: 0 })).toBe("unreadable")
  })

  it("are rejected if they have more than 60 million pixels, and closed", async () => {
    const close = vi.fn()
    const decoded = (width: number) => ({ width, height: 6000, close })
    const file = new File(["pixels"], "a.png", { type: "image/png" })
    vi.stubGlobal("createImageBitmap", async () => decoded(10_001))
    expect(await readImage(file)).toBe("tooManyPixels")
    expect(close).toHaveBeenCalledOnce()
    vi.stubGlobal("createImageBitmap", async () => decoded(10_000))
    expect(await readImage(file)).toMatchObject({ width: 10_000, height: 6000 })
  })
})

describe("Texts", () => {
  it("state when an invitation expires", () => {
    const now = new Date(2026, 0, 15, 20)
    const on = (day: number, hour: number) => daysUntil(new Date(2026, 0, day, hour), now.getTime(), "en-US")
    expect(on(15, 23)).toBe("today")
    expect(on(16, 8)).toBe("tomorrow")
    expect(on(16, 23)).toBe("tomorrow")
    expect(on(21, 1)).toBe("in 6 days")
    expect(on(12, 20)).toBe("today")
  })

  it("explain errors, except network errors", () => {
    const texts = account as unknown as AccountMessages
    const error = (_tag: string) =>
      callErrorText({ _tag, message: "in its own words" }, texts, ({ message }) => message)
    expect(error("TeamPermissionRequired")).toBe(account.permissionLost)
    expect(error("CannotGetOwnUserWithoutUser")).toBe(account.signedOutMeanwhile)
    expect(error("Whatever")).toBe("in its own words")
    const request = (reason: RequestError["reason"]) =>
      callErrorText(new RequestError({ endpoint: "", reason }), texts, ({ message }) => message)
    expect(request(new SessionChanged())).toBe(account.otherUser)
    expect(request(new TimedOut({ millis: 1 } as never))).toBeNull()
  })
})
