/** Keys of a test, tokens signed with them by `node:crypto`, and a transport that returns a key set. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Verify from "../../../tiers/verify/index.ts"
import type { VerifierOptions } from "../../../tiers/verify/options.ts"
import { type ScriptedResult, ok, scripted } from "../../core/scripted-transport.ts"

export const PROJECT_ID = "11111111-1111-4111-8111-111111111111"
export const BASE_URL = "https://api.keystile.test"
export const JWKS_URL = `${BASE_URL}/api/v1/projects/${PROJECT_ID}/.well-known/jwks.json`
export const ISSUER = "https://access-token.jwt-signature.stack-auth.com"

export interface TestKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly jwk: Readonly<Record<string, unknown>>
}

const key = (kid: string, { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }, alg: string) => ({
  kid,
  privateKey,
  publicKey,
  jwk: { ...publicKey.export({ format: "jwk" }), alg, kid }
})

export const ecKey = (kid: string): TestKey => key(kid, generateKeyPairSync("ec", { namedCurve: "P-256" }), "ES256")
export const rsaKey = (kid: string, modulusLength: number): TestKey =>
  key(kid, generateKeyPairSync("rsa", { modulusLength }), "RS256")

export const base64url = (value: unknown): string =>
  (Buffer.isBuffer(value) ? value : Buffer.from(typeof value === "string" ? value : JSON.stringify(value))).toString(
    "base64url"
  )

/** Claims of a good token, issued at 0 for ten minutes; the test clock starts there. */
export const claims = (changes: Readonly<Record<string, unknown>> = {}) => ({
  sub: "user-1",
  aud: PROJECT_ID,
  iss: ISSUER,
  branchId: "main",
  iat: 0,
  exp: 600,
  ...changes
})

/** A token with this header and payload, as they are. */
export const token = (header: unknown, payload: unknown, signed: (content: string) => Buffer): string => {
  const content = `${base64url(header)}.${base64url(payload)}`
  return `${content}.${base64url(signed(content))}`
}

export const es256 =
  ({ privateKey }: TestKey) =>
  (content: string) =>
    sign("sha256", Buffer.from(content), { key: privateKey, dsaEncoding: "ieee-p1363" })
export const rs256 =
  ({ privateKey }: TestKey) =>
  (content: string) =>
    sign("sha256", Buffer.from(content), privateKey)
export const hs256 = (secret: string | Buffer) => (content: string) =>
  createHmac("sha256", secret).update(content).digest()

/** A token signed as the service signs. */
export const signToken = (by: TestKey, payload: unknown = claims(), header: Readonly<Record<string, unknown>> = {}) =>
  token({ alg: "ES256", kid: by.kid, ...header }, payload, es256(by))

export const keySet = (...keys: ReadonlyArray<TestKey>) => ok({ keys: keys.map(({ jwk }) => jwk) })

/** A verifier over a script, built once; what it asked is in `requests`. */
export const verifierOver = (response: (index: number) => ScriptedResult, options: VerifierOptions = {}) => {
  const script = scripted((_, index) => response(index))
  const layer = Verify.layerNoDeps({ projectId: PROJECT_ID, baseUrl: BASE_URL, ...options }).pipe(
    Layer.provide(script.layer)
  )
  return { script, layer }
}

export const verify = (token: string) => Effect.flatMap(Verify.Verifier, (verifier) => verifier.verify(token))

/** Why a token is rejected; `ok` if it is not. */
export const outcome = (token: string) =>
  verify(token).pipe(
    Effect.as("ok"),
    Effect.catchTags({
      AccessTokenRejected: ({ reason }) => Effect.succeed(reason),
      KeysUnavailable: ({ description }) => Effect.succeed(`unavailable: ${description}`)
    })
  )

/** Lets real work (signatures, loading) go on until the condition holds, for at most ten seconds. */
export const until = (isSo: () => boolean): Effect.Effect<void> =>
  Effect.promise(async () => {
    const end = performance.now() + 10_000
    while (!isSo() && performance.now() < end) await new Promise((resolve) => setImmediate(resolve))
    if (!isSo()) throw new Error("The condition did not hold within ten seconds.")
  })
