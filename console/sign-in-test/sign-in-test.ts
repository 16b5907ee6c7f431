/** A test sign-in with a provider: a real one, by the project's own settings. Its session ends right afterwards. */
import * as Redacted from "effect/Redacted"
import { newProof } from "../../core/session/pkce.ts"
import { CHANNEL, type ReturnMessage, returnUrl } from "./return-message.ts"

export interface TestOutcome {
  readonly userId: string
  readonly name: string
  readonly isNewUser: boolean
}

export interface SignInTest {
  /** The URL at which the sign-in begins. */
  readonly url: string
  /** Resolves with the outcome, and rejects with an `Error` whose message says why the sign-in failed. */
  readonly outcome: Promise<TestOutcome>
  /** Stops to wait for the outcome. */
  readonly stop: () => void
}

/** A client of the project, and where the console is. */
interface Client {
  readonly baseUrl: string
  readonly consoleUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}

interface Failure {
  readonly code?: string
  readonly error?: string
  readonly error_description?: string
}

/** Returns the text of a refused request. */
const problemOf = async (response: Response): Promise<string> => {
  if (!response.headers.get("content-type")?.startsWith("application/json")) return response.text()
  const { code, error, error_description: description }: Failure = await response.json()
  if (code === "MULTI_FACTOR_AUTHENTICATION_REQUIRED") {
    return "The provider works. The account has a second factor, so the test ends here."
  }
  return description ?? error ?? `The service answered with status ${response.status}.`
}

const apiOf = (baseUrl: string): string => `${baseUrl}/api/v1`

const request = async (baseUrl: string, path: string, init: RequestInit): Promise<Response> => {
  const response = await fetch(`${apiOf(baseUrl)}${path}`, { ...init, cache: "no-store", credentials: "omit" })
  if (!response.ok) throw new Error(await problemOf(response))
  return response
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly is_new_user?: boolean
}

interface User {
  readonly id: string
  readonly display_name: string | null
  readonly primary_email: string | null
}

/** Exchanges the code, reads the user, and ends the session. */
const finish = async (
  { baseUrl, consoleUrl, projectId, publishableClientKey }: Client,
  code: string,
  verifier: string
): Promise<TestOutcome> => {
  const exchanged = await request(baseUrl, "/auth/oauth/token", {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: projectId,
      client_secret: publishableClientKey,
      code,
      redirect_uri: returnUrl(consoleUrl),
      code_verifier: verifier
    })
  })
  const tokens: Tokens = await exchanged.json()
  const headers = {
    "x-stack-project-id": projectId,
    "x-stack-access-type": "client",
    "x-stack-publishable-client-key": publishableClientKey,
    "x-stack-access-token": tokens.access_token,
    "x-stack-refresh-token": tokens.refresh_token
  }
  const user: User = await (await request(baseUrl, "/users/me", { headers })).json()
  await request(baseUrl, "/auth/sessions/current", {
    method: "DELETE",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}"
  })
  return {
    userId: user.id,
    name: user.display_name ?? user.primary_email ?? user.id,
    isNewUser: tokens.is_new_user === true
  }
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
  const channel = new BroadcastChannel(CHANNEL)
  const outcome = new Promise<TestOutcome>((resolve, reject) => {
    channel.addEventListener("message", ({ data }: MessageEvent<ReturnMessage>) => {
      // An error has no state. The window of an earlier test may have another one.
      if (data.code !== null && data.state !== state) return
      channel.close()
      if (data.code === null) reject(new Error(data.problem ?? "The sign-in was cancelled."))
      else finish(client, data.code, Redacted.value(verifier)).then(resolve, reject)
    })
  })
  return {
    url: `${apiOf(client.baseUrl)}/auth/oauth/authorize/${encodeURIComponent(providerId)}?${query}`,
    outcome,
    stop: () => channel.close()
  }
}
