/** Signs in with a passkey and with a provider, request by request. */
import { Schema } from "effect"
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { makeAuthenticator } from "../../service/authenticator.ts"
import type { Service } from "./command.ts"
import { post } from "./requests.ts"

const Ceremony = Schema.Struct({ code: Schema.String, options_json: Schema.Struct({ challenge: Schema.String }) })
const readCeremony = Schema.decodeUnknownSync(Ceremony)
const Session = Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String })
const readSession = Schema.decodeUnknownSync(Session)

/** Registers a passkey for the user of the token and signs in with it. */
export const registerAndUsePasskey = async (service: Service, userId: string, accessToken: string) => {
  const authenticator = makeAuthenticator()
  const registration = readCeremony(await post(service, "/auth/passkey/initiate-passkey-registration", {}, accessToken))
  const credential = authenticator.create(registration.options_json.challenge)
  await post(service, "/auth/passkey/register", { credential, code: registration.code }, accessToken)

  const authentication = readCeremony(await post(service, "/auth/passkey/initiate-passkey-authentication", {}))
  const userHandle = Buffer.from(userId).toString("base64url")
  const response = authenticator.get(authentication.options_json.challenge, userHandle)
  const json = { authentication_response: response, code: authentication.code }
  assert.notEqual(readSession(await post(service, "/auth/passkey/sign-in", json)).access_token, "")
}

const CALLBACK = "http://localhost:3000/handler/oauth-callback"
const VERIFIER = "a-verifier-of-the-application-that-is-43-chars"

/** Signs in on the page of the embedded provider, as a browser without JavaScript does. */
export const signInWithProvider = async ({ project, url }: Service) => {
  const cookies = new Map<string, string>()
  const visit = async (target: string, form?: Record<string, string>): Promise<string> => {
    const response = await fetch(new URL(target, url), {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form !== undefined && { method: "POST", body: new URLSearchParams(form) })
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    assert.ok(response.status >= 200 && response.status < 400, `${target}: ${response.status} ${text}`)
    return response.headers.get("location") ?? text
  }

  const parameters = new URLSearchParams({
    client_id: project.id,
    client_secret: project.publishableClientKey,
    redirect_uri: CALLBACK,
    scope: "legacy",
    state: "state-of-the-application",
    grant_type: "authorization_code",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
    response_type: "code",
    type: "authenticate",
    error_redirect_url: "http://localhost:3000/handler/error"
  })
  const page = await visit(`/api/v1/auth/oauth/authorize/github?${parameters}`)
  assert.match(await visit(page), /Sign in with GitHub/)
  const { pathname, searchParams } = new URL(page, url)
  const account = { address: "grace@example.com", name: "Grace Hopper", verified: "yes" }
  const back = new URL(await visit(await visit(pathname, { state: searchParams.get("state") ?? "", ...account })))
  assert.equal(`${back.origin}${back.pathname}`, CALLBACK)

  const token = await fetch(new URL("/api/v1/auth/oauth/token", url), {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: project.id,
      client_secret: project.publishableClientKey,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      code: back.searchParams.get("code") ?? ""
    })
  })
  assert.notEqual(readSession(await token.json()).access_token, "")
}
