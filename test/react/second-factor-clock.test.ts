/** The set-up of an authenticator app on a device whose clock is wrong. */
import * as Effect from "effect/Effect"
import { createHmac } from "node:crypto"
import { expect, it } from "vitest"
import { enableSecondFactor } from "../../react/account/enable-second-factor.ts"
import { newTotpSecret } from "../../react/account/totp.ts"
import { scriptedService, session, user } from "./scripted-service.ts"

const SERVICE_SECONDS = 1_900_000_000
const secret = newTotpSecret()

/** Returns the code of an authenticator app (RFC 6238). */
const codeAt = (seconds: number) => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)))
  const digest = createHmac("sha1", secret).update(counter).digest()
  return String((digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}

/** A service whose clock is decades ahead of the virtual clock of the device, which starts in 1970. */
const service = (claims: object) =>
  scriptedService(
    {
      "POST /auth/oauth/token": () => ({
        body: { access_token: session({ claims }).access_token, token_type: "Bearer" }
      }),
      "PATCH /users/me": () => ({ body: user({ requires_totp_mfa: true }) })
    },
    { signedIn: true, virtualTime: true }
  )

const issued = { iat: SERVICE_SECONDS }

const enable = ({ run }: ReturnType<typeof service>, code: string) =>
  run(Effect.result(enableSecondFactor({ secret, code, withRecoveryCodes: false })))

it("accepts the code of the service's time", async () => {
  const page = service(issued)
  expect(await enable(page, codeAt(SERVICE_SECONDS))).toMatchObject({ _tag: "Success" })
  expect(page.count("PATCH /users/me")).toBe(1)
})

it("refuses a code of the device's time if the service sends its own", async () => {
  const page = service(issued)
  expect(await enable(page, codeAt(0))).toMatchObject({ _tag: "Failure", failure: { _tag: "WrongCode" } })
  expect(page.count("PATCH /users/me")).toBe(0)
})

it("uses the device's time if the service sends no time with its tokens", async () => {
  const page = service({})
  expect(await enable(page, codeAt(0))).toMatchObject({ _tag: "Success" })
})
