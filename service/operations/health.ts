/**
 * Responds to the probes of a load balancer or an orchestrator: `/livez` while the process runs, `/readyz` while it can
 * handle requests. They have any `Host` header, since probes use addresses.
 */
import { Effect } from "effect"
import type { ServiceRequest } from "../request/service-request.ts"
import type { ServiceResponse } from "../response/service-response.ts"
import { retrySoon } from "../http/response.ts"
import type { Readiness } from "./readiness.ts"

const json = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): ServiceResponse => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  body: JSON.stringify(body)
})

const live = Effect.succeed(json(200, { status: "ok" }))

/** Returns the response of a probe; `null` for any other request. */
export const handleHealth =
  ({ problem }: Readiness["Service"]) =>
  ({ method, target }: ServiceRequest): Effect.Effect<ServiceResponse> | null => {
    if (method !== "GET" && method !== "HEAD") return null
    const [path] = target.split("?", 1)
    if (path === "/livez") return live
    if (path !== "/readyz") return null
    return Effect.map(problem, (reason) =>
      reason === null ? json(200, { status: "ready" }) : json(503, { status: "not ready", reason }, retrySoon)
    )
  }
