/** Clients that read and refresh a session without a pause, for tests that change a service while it serves. */
import { Effect, Fiber, Redacted } from "effect"
import * as Verify from "../../tiers/verify/index.ts"
import { readAccessToken, readSession } from "../service/responses.ts"
import { ada, PROJECT_ID } from "../service/fixture.ts"
import { makeRawClient } from "../service/raw-client.ts"

/** Clients that send one request after the other. */
const CLIENTS = 8

/** Every n-th request refreshes the session. */
const REFRESH_EVERY = 10

/**
 * Signs Ada in and starts the clients. Each access token is verified as another program does, by the key set of the
 * project. `stop` ends the clients after at least this number of requests.
 */
export const startLoad = Effect.fnUntraced(function* (baseUrl: string, minimum: number) {
  const client = makeRawClient(baseUrl)
  const verifier = yield* Verify.make({ projectId: PROJECT_ID, baseUrl })
  const session = yield* readSession((yield* client.signIn(ada.email, ada.password)).json)

  let accessToken = session.access_token
  let isOver = false
  let sent = 0
  let verified = 0
  const failures: Array<string> = []

  const refresh = Effect.gen(function* () {
    const { json, status } = yield* client.refresh(session.refresh_token)
    if (status !== 200) return failures.push(`refresh: ${status} ${JSON.stringify(json)}`)
    accessToken = yield* readAccessToken(json)
    return yield* Effect.match(verifier.verify(Redacted.make(accessToken)), {
      onSuccess: () => (verified += 1),
      onFailure: ({ message }) => failures.push(`verify: ${message}`)
    })
  })
  const read = Effect.gen(function* () {
    const { json, status } = yield* client.readMe(accessToken)
    if (status !== 200) failures.push(`read: ${status} ${JSON.stringify(json)}`)
  })
  const next = Effect.suspend(() => (sent++ % REFRESH_EVERY === 0 ? Effect.asVoid(refresh) : read))

  const running = yield* Effect.forkScoped(
    Effect.all(
      Array.from({ length: CLIENTS }, () => Effect.repeat(next, { while: () => !isOver || sent < minimum })),
      { concurrency: "unbounded" }
    )
  )
  return {
    stop: Effect.gen(function* () {
      isOver = true
      yield* Fiber.join(running)
      return { sent, verified, failures }
    })
  }
})
