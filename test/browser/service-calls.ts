/** Calls of the tests to the service: mails, users with a second factor, the clock. */
import * as Redacted from "effect/Redacted"
import { expect } from "vitest"
import { stepAt, totpCode } from "../../service/crypto/totp.ts"
import { PASSWORD, type Fixture } from "./fixture.ts"

const json = async (response: Response): Promise<Record<string, unknown>> => {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${response.url}: ${text}`)
  const body: unknown = JSON.parse(text)
  if (typeof body !== "object" || body === null) throw new Error(text)
  return Object.fromEntries(Object.entries(body))
}

/** Sends a request of the client tier. */
export const ask = ({ project, service }: Fixture, method: string, path: string, body: object, accessToken?: unknown) =>
  fetch(`${service}/api/v1${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      "x-stack-project-id": project.id,
      "x-stack-access-type": "client",
      "x-stack-publishable-client-key": project.publishableClientKey,
      ...(typeof accessToken === "string" && { "x-stack-access-token": accessToken })
    },
    body: JSON.stringify(body)
  }).then(json)

/** Sends a request of the server tier. Resolves with nothing for an empty response. */
export const asServer = async ({ project, service }: Fixture, method: string, path: string, body: object = {}) => {
  const response = await fetch(`${service}/api/v1${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      "x-stack-project-id": project.id,
      "x-stack-access-type": "server",
      "x-stack-secret-server-key": project.secretServerKey
    },
    ...(method !== "GET" && { body: JSON.stringify(body) })
  })
  return json(response)
}

/** Sends a request of the service's control API. */
export const control = ({ service }: Fixture, path: string, body: object) =>
  fetch(`${service}/_keystile${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-keystile-control": "1" },
    body: JSON.stringify(body)
  }).then(json)

/** Sends a request of the admin tier. */
export const asAdmin = ({ project, service }: Fixture, method: string, path: string, body: object) =>
  fetch(`${service}/api/v1${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      "x-stack-project-id": project.id,
      "x-stack-access-type": "admin",
      "x-stack-super-secret-admin-key": project.superSecretAdminKey
    },
    body: JSON.stringify(body)
  }).then(json)

/** Changes the project's configuration for the next tests. */
export const configure = (fixture: Fixture, config: object) =>
  asAdmin(fixture, "PATCH", "/projects/current", { config })

/** Returns the next mail to an address. */
export const nextMail = async (fixture: Fixture, to: string): Promise<{ readonly subject: string }> => {
  const { mail } = await control(fixture, "/mailbox/next", { to, timeout_millis: 5000 })
  const { subject } = Object(mail)
  return { subject: String(subject) }
}

/** Returns the link of the next mail to an address. */
export const mailedLink = async (fixture: Fixture, to: string, type: string): Promise<string> => {
  const { mail } = await control(fixture, "/mailbox/next", { to, type })
  const links: unknown = typeof mail === "object" && mail !== null ? Reflect.get(mail, "links") : []
  const [link]: ReadonlyArray<unknown> = Array.isArray(links) ? links : []
  if (typeof link !== "string") throw new Error(`There is no link in the mail to ${to}.`)
  return link
}

/** Signs a user up and returns their session. */
export const newSession = (
  fixture: Fixture,
  email: string,
  verificationUrl = `${fixture.screens}/handler/email-verification`
) =>
  ask(fixture, "POST", "/auth/password/sign-up", {
    email,
    password: PASSWORD,
    verification_callback_url: verificationUrl
  })

/** Signs a user up and returns their access token. */
export const newUser = async (fixture: Fixture, email: string, verificationUrl?: string) =>
  (await newSession(fixture, email, verificationUrl)).access_token

/** Requests a password reset mail and returns its link. */
export const resetLink = async (fixture: Fixture, email: string) => {
  await ask(fixture, "POST", "/auth/password/send-reset-code", {
    email,
    callback_url: `${fixture.screens}/handler/password-reset`
  })
  return mailedLink(fixture, email, "password_reset")
}

const secret = Buffer.from("twenty bytes secret!").toString("base64")

/** Turns on a user's second factor. */
export const requireSecondFactor = (fixture: Fixture, accessToken: unknown) =>
  ask(fixture, "PATCH", "/users/me", { totp_secret_base64: secret }, accessToken)

/** Returns the time of the development service, which tests move, in epoch milliseconds. */
export const timeOf = async (service: string): Promise<number> => {
  const { now } = await json(await fetch(`${service}/_keystile/clock`, { headers: { "x-keystile-control": "1" } }))
  return new Date(String(now)).getTime()
}

/**
 * Returns the six-digit code of a second factor (base64), which is valid for ten seconds at least. As a person would,
 * it waits for the next code at the end of a time step: the service accepts that of the current step only.
 */
export const codeOf = async (secretBase64: string, time = () => Promise.resolve(Date.now())): Promise<string> => {
  await expect.poll(async () => (await time()) % 30_000, { timeout: 20_000 }).toBeLessThan(20_000)
  return totpCode(Redacted.make(secretBase64), stepAt(await time()))
}

/** Returns the code of that second factor. */
export const secondFactor = () => codeOf(secret)
