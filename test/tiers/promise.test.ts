/** The promise facade, as a program without Effect uses it. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { ConfigurationError } from "../../core/config/configuration-error.ts"
import { RequestError } from "../../core/errors/request-error.ts"
import { layerTest, listen, ProjectKeys } from "../../service/index.ts"
import { type ClientAppOptions, createClientApp } from "../../tiers/promise/index.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const projectId = "11111111-1111-4111-8111-111111111111"
const verificationCallbackUrl = "http://localhost/verify"

/** An app over a service on a port. The service stops after the test. */
const start = async (options: Partial<ClientAppOptions> = {}) => {
  const scope = Scope.makeUnsafe()
  closing.push(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const service = layerTest({ seed: { projects: [{ id: projectId, displayName: "Test", users: [ada] }] } })
  const { key, url } = await Effect.runPromise(
    Effect.gen(function* () {
      const [project] = yield* (yield* ProjectKeys).list
      return { url: (yield* listen({ port: 0 })).url, key: project?.publishableClientKey }
    }).pipe(Effect.provideServiceEffect(Scope.Scope, Effect.succeed(scope)), (program) =>
      Effect.flatMap(Layer.buildWithScope(service, scope), (context) => Effect.provideContext(program, context))
    )
  )
  return createClientApp({ projectId, publishableClientKey: key, baseUrl: url, tokenStore: "memory", ...options })
}

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  vi.unstubAllEnvs()
})

describe("createClientApp", () => {
  it("signs up, signs out and signs in again", async () => {
    const app = await start()
    const bob = { email: "bob@example.com", password: "correct horse" }
    assert.deepStrictEqual(await app.signUpWithCredential({ ...bob, verificationCallbackUrl }), {
      status: "ok",
      data: undefined
    })
    assert.strictEqual((await app.getUser())?.primaryEmail, bob.email)
    await app.signOut()
    assert.isNull(await app.getUser())
    assert.strictEqual((await app.signInWithCredential(bob)).status, "ok")
    assert.strictEqual((await app.getUser({ or: "throw" })).primaryEmail, bob.email)
  })

  it("returns expected failures as results", async () => {
    const app = await start()
    const wrong = await app.signInWithCredential({ ...ada, password: "wrong horse" })
    assert.strictEqual(wrong.status === "error" && wrong.error._tag, "EmailPasswordMismatch")
    const taken = await app.signUpWithCredential({ ...ada, verificationCallbackUrl })
    assert.strictEqual(taken.status === "error" && taken.error._tag, "UserEmailAlreadyExists")
    const short = await app.signUpWithCredential({
      email: "b@example.com",
      password: "1234567",
      verificationCallbackUrl
    })
    assert.strictEqual(short.status === "error" && short.error._tag, "PasswordTooShort")
  })

  it("rejects with the same error instances for everything else", async () => {
    const app = await start({ publishableClientKey: "pck_wrong" })
    const failure = await app.getProject().then(
      () => null,
      (error: unknown) => error
    )
    assert.instanceOf(failure, RequestError)
    assert.strictEqual(failure.reason._tag === "Refused" && failure.reason.error._tag, "InvalidPublishableClientKey")
    assert.include(failure.message, "`publishableClientKey`")
    assert.include(failure.message, "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY")
  })

  it("rejects when no user is signed in and one is required", async () => {
    const app = await start()
    const failure = await app.getUser({ or: "throw" }).then(
      () => null,
      (error: unknown) => error
    )
    assert.strictEqual(
      String(failure).split(": ").slice(1).join(": "),
      "User is not signed in but getUser was called with { or: 'throw' }"
    )
  })

  it("uses another session for one call", async () => {
    const app = await start()
    await app.signInWithCredential(ada)
    const user = await app.getUser({ or: "throw" })
    const tokens = await user.getAuthJson()
    await app.signOut()
    // The access token is good until it expires; the refresh token is gone.
    assert.strictEqual((await app.getUser({ tokenStore: tokens }))?.primaryEmail, ada.email)
    assert.isNull(await app.getUser({ tokenStore: { ...tokens, accessToken: null } }))
    assert.isNull(await app.getUser())
  })

  it("returns the user as an object with methods", async () => {
    const app = await start()
    await app.signInWithCredential(ada)
    const user = await app.getUser({ or: "throw" })
    await user.setDisplayName("Ada")
    await user.setClientMetadata({ theme: "dark" })
    const again = await app.getUser({ or: "throw" })
    assert.strictEqual(again.displayName, "Ada")
    assert.deepStrictEqual(again.clientMetadata, { theme: "dark" })
    assert.deepStrictEqual(
      JSON.parse((await user.getAuthHeaders())["x-stack-auth"]),
      await user.currentSession.getTokens()
    )
    await again.signOut()
    assert.isNull(await app.getUser())
  })

  it("notifies listeners of each sign-in and sign-out", async () => {
    const app = await start()
    let changes = 0
    const stop = app.onSessionChange(() => changes++)
    await app.signInWithCredential(ada)
    await app.signOut()
    assert.strictEqual(changes, 2)
    stop()
    await app.signInWithCredential(ada)
    assert.strictEqual(changes, 2)
  })

  it("reads missing options from the environment, and names option and variable if both are missing", () => {
    assert.throws(() => createClientApp({ tokenStore: "memory" }), ConfigurationError, "NEXT_PUBLIC_STACK_PROJECT_ID")
    vi.stubEnv("NEXT_PUBLIC_STACK_PROJECT_ID", projectId)
    assert.throws(
      () => createClientApp({ tokenStore: "memory" }),
      ConfigurationError,
      "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"
    )
    vi.stubEnv("NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY", "pck_1")
    assert.strictEqual(createClientApp({ tokenStore: "memory" }).projectId, projectId)
  })

  it("needs a browser for cookies", () => {
    assert.throws(
      () => createClientApp({ projectId, publishableClientKey: "pck_1", tokenStore: "cookie" }),
      ConfigurationError,
      "needs a browser"
    )
  })
})
