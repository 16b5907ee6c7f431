/** A user of a service on a port, for the tests of the adapters. */
import { Effect } from "effect"
import { expect } from "vitest"
import { RequestLog } from "../../service/index.ts"
import { startService } from "../tiers/start-service.ts"

export const PROJECT = "11111111-1111-4111-8111-111111111111"
const REFRESH = "POST /api/v1/auth/oauth/token"
const ada = { email: "ada@example.com", password: "correct horse" }

/** The user who is signed in: Ada, whom an administrator may have restricted, or an anonymous one. */
export type Visitor = "ada" | "restricted" | "anonymous"

/** Starts a service, and signs a user in by a call. */
export const startSession = async (visitor: Visitor = "ada") => {
  const user = { ...ada, restrictedByAdmin: visitor === "restricted" }
  const { context, optionsOf } = await startService({
    projects: [{ id: PROJECT, displayName: "Test", users: [user] }]
  })
  const { baseUrl, projectId, publishableClientKey } = optionsOf(PROJECT)
  const options = { baseUrl, projectId, publishableClientKey }
  const call = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        "x-stack-project-id": projectId,
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": publishableClientKey,
        ...headers
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const json: unknown = await response.json()
    expect(response.status, JSON.stringify(json)).toBe(200)
    return (name: string) => String(typeof json === "object" && json !== null ? Reflect.get(json, name) : "")
  }
  const session =
    visitor === "anonymous"
      ? await call("POST", "/auth/anonymous/sign-up", {}, {})
      : await call("POST", "/auth/password/sign-in", {}, ada)
  const refreshes = () =>
    Effect.runPromise(Effect.flatMap(RequestLog, (log) => log.count(REFRESH)).pipe(Effect.provideContext(context)))
  const [accessToken, refreshToken] = [session("access_token"), session("refresh_token")]
  const signOut = () =>
    call("DELETE", "/auth/sessions/current", {
      "x-stack-access-token": accessToken,
      "x-stack-refresh-token": refreshToken
    })
  return {
    options,
    userId: session("user_id"),
    accessToken,
    /** The cookies of a browser. */
    fresh: {
      cookie: `stack-refresh-${projectId}=${refreshToken}; stack-access=${encodeURIComponent(JSON.stringify([refreshToken, accessToken]))}`
    },
    /** The cookies of a browser whose access token has expired. */
    expired: { cookie: `stack-refresh-${projectId}=${refreshToken}` },
    refreshes,
    signOut
  }
}
