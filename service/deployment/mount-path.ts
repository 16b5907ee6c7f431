/** The path under which a service is mounted in an application: the path of its public URL. */
import type { ServiceRequest } from "../request/service-request.ts"
import type { ServiceResponse } from "../response/service-response.ts"
import type { Effect } from "effect"

/** Returns the mount path: `/api/auth`, or an empty text. */
export const mountPathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, "")

/** Returns the target of a request below the mount path; `null` for a request outside of it. */
const targetBelow = (mountPath: string, target: string): string | null => {
  if (!target.startsWith(mountPath)) return null
  const rest = target.slice(mountPath.length)
  if (rest === "" || rest.startsWith("?")) return `/${rest}`
  return rest.startsWith("/") ? rest : null
}

type Handle = (request: ServiceRequest) => Effect.Effect<ServiceResponse>

/** Handles the requests below a mount path, and all others with `outside`. */
export const mountAt =
  (mountPath: string, inside: Handle, outside: Handle): Handle =>
  (request) => {
    const target = targetBelow(mountPath, request.target)
    return target === null ? outside(request) : inside({ ...request, target })
  }
