// @ts-check
// The measured calls, as the bytes of their requests.

import { PASSWORD, project, TEAM_ID } from "./filled.mjs"

/** @typedef {{ userId: string, email: string, refreshToken: string, accessToken: string }} Visitor */
/**
 * `calls`: the number of calls in a round.
 *
 * @typedef {{ name: string, requests: ReadonlyArray<string>, calls?: number }} Call
 */

/**
 * @param {string} method
 * @param {string} path
 * @param {Readonly<Record<string, string>>} headers
 * @param {string} [body]
 */
const request = (method, path, headers, body = "") => {
  const all = {
    host: "localhost",
    ...headers,
    ...(body !== "" && { "content-length": String(Buffer.byteLength(body)) })
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} /api/v1${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`
}

/** Returns the headers that an SDK sends. @param {"client" | "server"} tier @param {string} [accessToken] */
const headersOf = (tier, accessToken) => ({
  "x-stack-override-error-status": "true",
  "x-stack-project-id": project.id,
  "x-stack-access-type": tier,
  "x-stack-client-version": "js keystile@2.7.20",
  "x-stack-random-nonce": "0".repeat(45),
  "x-stack-publishable-client-key": project.publishableClientKey,
  ...(tier === "server" && { "x-stack-secret-server-key": project.secretServerKey }),
  ...(accessToken !== undefined && { "x-stack-access-token": accessToken })
})

const json = { "content-type": "application/json" }
const form = { "content-type": "application/x-www-form-urlencoded" }

/** @param {string} refreshToken */
const refreshForm = (refreshToken) =>
  new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: project.id,
    client_secret: project.publishableClientKey
  }).toString()

/** @param {string} refreshToken */
export const refreshRequest = (refreshToken) => request("POST", "/auth/oauth/token", form, refreshForm(refreshToken))

/**
 * Gets an access token for each refresh token.
 *
 * @param {string} url
 * @param {ReadonlyArray<Omit<Visitor, "accessToken">>} visitors
 * @returns {Promise<ReadonlyArray<Visitor>>}
 */
export const admit = async (url, visitors) => {
  const admitted = []
  for (const visitor of visitors) {
    const response = await fetch(`${url}/api/v1/auth/oauth/token`, {
      method: "POST",
      headers: form,
      body: refreshForm(visitor.refreshToken)
    })
    const { access_token: accessToken } = await response.json()
    if (typeof accessToken !== "string") throw new Error(`POST ${response.url} responded with ${response.status}`)
    admitted.push({ ...visitor, accessToken })
  }
  return admitted
}

/** @param {Pick<Visitor, "accessToken">} visitor */
export const me = ({ accessToken }) => request("GET", "/users/me", headersOf("client", accessToken))

/** A request with a refresh token only. @param {Pick<Visitor, "refreshToken">} visitor */
export const withSession = ({ refreshToken }) =>
  request("GET", "/users/me", { ...headersOf("client"), "x-stack-refresh-token": refreshToken })

/** @param {Visitor} visitor */
const permission = ({ userId }) =>
  request(
    "GET",
    `/team-permissions?team_id=${TEAM_ID}&user_id=${userId}&permission_id=%24read_members&recursive=true`,
    headersOf("server")
  )

/** Signs a user in by the server tier, without a password. @param {Pick<Visitor, "userId">} visitor */
export const signInRequest = ({ userId }) =>
  request("POST", "/auth/sessions", { ...headersOf("server"), ...json }, JSON.stringify({ user_id: userId }))

/** The name of the call that reads a page of users. */
export const PAGE = "GET /users?limit=100"

export const pageOfUsers = request("GET", "/users?limit=100", headersOf("server"))

/**
 * @param {ReadonlyArray<Visitor>} visitors
 * @returns {ReadonlyArray<Call & { aim?: { perSecond: number, p99?: number } }>}
 */
export const mainCalls = (visitors) => [
  { name: "GET /users/me", requests: visitors.map(me), aim: { perSecond: 3000, p99: 30 } },
  {
    name: "token refresh",
    requests: visitors.map(({ refreshToken }) => refreshRequest(refreshToken)),
    aim: { perSecond: 1500 }
  },
  { name: PAGE, requests: [pageOfUsers] },
  {
    name: "GET /users?limit=100 of a team",
    requests: [request("GET", `/users?team_id=${TEAM_ID}&limit=100`, headersOf("server"))]
  },
  { name: "permission in a team of 1,000", requests: visitors.map(permission) }
]

/**
 * Requests sign-in mails for visitors, and returns their codes.
 *
 * @param {string} url
 * @param {ReadonlyArray<Visitor>} visitors
 * @param {number} count
 */
export const signInCodes = async (url, visitors, count) => {
  const headers = { ...headersOf("client"), ...json }
  const codes = []
  for (let i = 0; i < count; i++) {
    const { email = "" } = visitors[i % visitors.length] ?? {}
    const body = JSON.stringify({ email, callback_url: "http://localhost:3000/callback" })
    const sent = await fetch(`${url}/api/v1/auth/otp/send-sign-in-code`, { method: "POST", headers, body })
    const { nonce } = await sent.json()
    const box = await fetch(`${url}/_keystile/mailbox?to=${encodeURIComponent(email)}`)
    const { mails } = await box.json()
    const whole = mails
      .flatMap((/** @type {{ codes: ReadonlyArray<string> }} */ mail) => mail.codes)
      .find((/** @type {string} */ code) => code.length > nonce.length && code.endsWith(nonce))
    if (whole === undefined) throw new Error(`No mail with a code arrived at ${email}: ${sent.status}`)
    codes.push(whole)
  }
  return codes
}

/** The number of sign-ins in each round. */
export const SIGN_INS = 10

/** The maximum number of created users, each with an email of its own. */
const NEW_USERS = 20_000

/**
 * Returns every kind of call about one user.
 *
 * @param {ReadonlyArray<Visitor>} visitors
 * @param {ReadonlyArray<string>} codes each signs in once
 * @returns {ReadonlyArray<Call>}
 */
export const singleUserCalls = (visitors, codes) => [
  { name: "GET /users/me", requests: visitors.map(me) },
  {
    name: "PATCH /users/me",
    requests: visitors.map(({ accessToken }, i) =>
      request(
        "PATCH",
        "/users/me",
        { ...headersOf("client", accessToken), ...json },
        JSON.stringify({ display_name: `Visitor ${i}` })
      )
    )
  },
  {
    name: "GET /users/:id",
    requests: visitors.map(({ userId }) => request("GET", `/users/${userId}`, headersOf("server")))
  },
  {
    name: "POST /users",
    requests: Array.from({ length: NEW_USERS }, (_, i) =>
      request(
        "POST",
        "/users",
        { ...headersOf("server"), ...json },
        JSON.stringify({
          primary_email: `newcomer${i}@example.com`,
          primary_email_verified: true,
          primary_email_auth_enabled: true
        })
      )
    )
  },
  { name: "token refresh", requests: visitors.map(({ refreshToken }) => refreshRequest(refreshToken)) },
  {
    name: "POST /auth/sessions",
    requests: visitors.map(signInRequest)
  },
  {
    name: "GET /contact-channels",
    requests: visitors.map(({ accessToken }) =>
      request("GET", "/contact-channels?user_id=me", headersOf("client", accessToken))
    )
  },
  {
    name: "GET /teams of a user",
    requests: visitors.map(({ accessToken }) => request("GET", "/teams?user_id=me", headersOf("client", accessToken)))
  },
  {
    name: "GET /team-member-profiles",
    requests: visitors.map(({ userId }) =>
      request("GET", `/team-member-profiles/${TEAM_ID}/${userId}`, headersOf("server"))
    )
  },
  { name: "permission check", requests: visitors.map(permission) },
  {
    name: "sign-in with a password",
    requests: visitors.map(({ email }) =>
      request(
        "POST",
        "/auth/password/sign-in",
        { ...headersOf("client"), ...json },
        JSON.stringify({ email, password: PASSWORD })
      )
    ),
    // Hashing takes most of the time, so a few calls are enough.
    calls: SIGN_INS
  },
  {
    name: "sign-in with a code",
    requests: codes.map((code) =>
      request("POST", "/auth/otp/sign-in", { ...headersOf("client"), ...json }, JSON.stringify({ code }))
    ),
    calls: SIGN_INS
  }
]

/**
 * Returns sign-ins with a password, sent by the server tier, which has no rate limit.
 *
 * @param {ReadonlyArray<{ email: string }>} users
 * @param {string} password
 */
export const serverSignIns = (users, password) =>
  users.map(({ email }) =>
    request("POST", "/auth/password/sign-in", { ...headersOf("server"), ...json }, JSON.stringify({ email, password }))
  )

/**
 * Sets a password hash of another system for users.
 *
 * @param {string} url
 * @param {ReadonlyArray<{ userId: string }>} users
 * @param {string} hash
 */
export const importHashes = async (url, users, hash) => {
  for (const { userId } of users) {
    const response = await fetch(`${url}/api/v1/users/${userId}`, {
      method: "PATCH",
      headers: { ...headersOf("server"), ...json },
      body: JSON.stringify({ password_hash: hash })
    })
    if ((response.headers.get("x-stack-actual-status") ?? "200") !== "200")
      throw new Error(`PATCH ${response.url}: ${await response.text()}`)
  }
}
