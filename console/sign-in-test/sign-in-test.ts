/** A test sign-in with a provider: a real one, by the project's own settings. Its session ends right afterwards. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { authorize } from "../../core/api/oauth/authorize.ts"
import { exchange } from "../../core/api/oauth/exchange.ts"
import { signOut } from "../../core/api/sessions/current.ts"
import { getMe } from "../../core/api/users/me.ts"
import { call } from "../../core/call/call.ts"
import { connect } from "../../core/call/connect.ts"
import { fullPath } from "../../core/http/path.ts"
import { newProof } from "../../core/session/pkce.ts"
import { Session } from "../../core/session/session.ts"
import { memoryStore } from "../../core/session/token-store-memory.ts"
import { CHANNEL, type ReturnMessage, returnUrl } from "./return-message.ts"

export interface TestOutcome {
  readonly userId: string
  readonly name: string
  readonly isNewUser: boolean
}

export interface SignInTest {
  /** The URL at which the sign-in begins. */
  readonly url: string
  /**
   * Resolves with the outcome, and rejects with an `Error` whose message is the reason for which the sign-in failed.
   */
  readonly outcome: Promise<TestOutcome>
  /** Ends the wait for the outcome. */
  readonly stop: () => void
}

/** A client of the project, and where the console is. */
interface Client {
  readonly baseUrl: string
  readonly consoleUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}

/** Exchanges the code, reads the user, and ends the session. */
const finish = (
  { baseUrl, consoleUrl, projectId, publishableClientKey }: Client,
  code: string,
  codeVerifier: Redacted.Redacted<string>
): Promise<TestOutcome> => {
  const run = Effect.gen(function* () {
    const session = yield* Session
    const {
      accessToken,
      isNewUser = false,
      refreshToken
    } = yield* call(exchange, {
      body: {
        grantType: "authorization_code",
        clientId: projectId,
        clientSecret: Redacted.make(publishableClientKey),
        code: Redacted.make(code),
        redirectUri: returnUrl(consoleUrl),
        codeVerifier
      }
    })
    yield* session.start({ accessToken, refreshToken })
    const { displayName, id, primaryEmail } = yield* call(getMe)
    yield* call(signOut)
    return { userId: id, name: displayName ?? primaryEmail ?? id, isNewUser }
  }).pipe(
    Effect.catchTag("MultiFactorAuthenticationRequired", () =>
      Effect.fail(new Error("The provider works. The account has a second factor, so the test ends here."))
    )
  )
  return Effect.runPromise(
    Effect.flatMap(connect({ baseUrl, projectId, publishableClientKey }, memoryStore), (context) =>
      Effect.provideContext(run, context)
    )
  )
}

/** Begins a test. */
export const startSignInTest = async (client: Client, providerId: string): Promise<SignInTest> => {
  const { challenge, state, verifier } = await newProof()
  const query = new URLSearchParams({
    client_id: client.projectId,
    client_secret: client.publishableClientKey,
    redirect_uri: returnUrl(client.consoleUrl),
    error_redirect_url: returnUrl(client.consoleUrl),
    scope: "legacy",
    state,
    grant_type: "authorization_code",
    code_challenge: challenge,
    code_challenge_method: "S256",
    response_type: "code"
  })
  const path = fullPath(authorize).replace(":provider_id", encodeURIComponent(providerId))
  const channel = new BroadcastChannel(CHANNEL)
  const outcome = new Promise<TestOutcome>((resolve, reject) => {
    channel.addEventListener("message", ({ data }: MessageEvent<ReturnMessage>) => {
      // An error has no state. The window of an earlier test may have another one.
      if (data.code !== null && data.state !== state) return
      channel.close()
      if (data.code === null) reject(new Error(data.problem ?? "The sign-in was cancelled."))
      else finish(client, data.code, verifier).then(resolve, reject)
    })
  })
  return {
    url: `${client.baseUrl}${path}?${query}`,
    outcome,
    stop: () => channel.close()
  }
}
