/**
 * Records what a request changes. The entry is written in the first transaction that the handler commits, so that there
 * is no change without its entry. A refused request gets an entry after the refusal.
 */
import { Clock, Effect, Predicate } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { header } from "../../core/http/headers.ts"
import type { AuditActorType, AuditOutcome } from "../../core/schema/audit-entry.ts"
import type { CallerValues } from "../request/caller.ts"
import type { ServiceResponse } from "../response/service-response.ts"
import { EveryTransaction } from "../sql/commit-hooks.ts"
import { outageReason } from "../sql/unavailable.ts"
import { AuditLog, type NewAuditEntry } from "./audit-log.ts"
import { CurrentAudit } from "./current-audit.ts"
import { MINUTE_MILLIS } from "../time/durations.ts"

interface AuditedRequest {
  /** The name of the endpoint. */
  readonly action: string
  readonly method: string
  readonly caller: CallerValues | null
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
  /** The IP address of the client, and the network of its subscriber. */
  readonly ipAddress: string
  readonly network: string
  readonly userAgent: string | null
  readonly requestId: string
  /** True if rate limits bound the number of such requests by one client. */
  readonly isRateLimited: boolean
}

/** Errors that no attempt at a change ends with: invalid requests, and clients whose session has ended. */
const unauditedErrors: ReadonlySet<string> = new Set(["SCHEMA_ERROR", "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"])

/** The greatest length of an id that a request made up. */
const MAX_ID = 200

/** Runs the handler of a request, and records its outcome. */
export const auditRequest = Effect.fnUntraced(function* <E, R>(
  request: AuditedRequest,
  handled: Effect.Effect<ServiceResponse, E, R>
) {
  const log = yield* AuditLog
  const { caller } = request
  const audit: CurrentAudit = {
    projectId: caller?.project.id ?? null,
    signedInUserId: null,
    impersonatorId: caller?.impersonatorId ?? null,
    targets: {},
    reason: null,
    isRefused: false
  }
  const uniqueId = randomUUID()
  const append = (outcome: AuditOutcome, code: string | null) =>
    Effect.suspend(() => {
      const { projectId } = audit
      if (projectId === null) return Effect.void
      return Effect.flatMap(Clock.currentTimeMillis, (createdAt) => {
        const entry = entryOf(request, audit, outcome, code)
        const id = isBounded(request) ? uniqueId : idWithinMinute(entry, request.network, createdAt)
        return log.append({ ...entry, id, createdAt, projectId })
      })
    })
  const appendSuccess = Effect.suspend(() => (audit.isRefused ? Effect.void : append("succeeded", null)))
  const response = yield* handled.pipe(
    Effect.provideService(CurrentAudit, audit),
    Effect.provideService(EveryTransaction, appendSuccess)
  )
  const code = response.headers[header.knownError] ?? null
  const { status } = response
  const isRefused = status >= 400 && status < 500 && (code === null ? status === 403 : !unauditedErrors.has(code))
  if (isRefused) yield* Effect.catchDefect(append("refused", code), whileAvailable)
  return response
})

/** The refusal is sent also while the database accepts no entry. */
const whileAvailable = (defect: unknown) => (outageReason(defect) === null ? Effect.die(defect) : Effect.void)

/** Servers are trusted with the size of the log. Its other clients are not. */
const isBounded = ({ caller, isRateLimited }: AuditedRequest): boolean =>
  isRateLimited || (caller !== null && caller.tier !== "client")

type EntryContent = Omit<NewAuditEntry, "id" | "createdAt" | "projectId">

const entryOf = (
  request: AuditedRequest,
  audit: CurrentAudit,
  outcome: AuditOutcome,
  code: string | null
): EntryContent => {
  const { action, caller, ipAddress, requestId, userAgent } = request
  const actor = actorOf(request, audit)
  const isTrusted = caller !== null && caller.tier !== "client"
  // A user could fill the log with made-up ids that are refused.
  const given = outcome === "succeeded" || isTrusted ? givenTargets(request) : {}
  const targets = { ...given, ...audit.targets }
  const ownId = caller?.userId ?? audit.signedInUserId
  if (ownId !== null) targets["user_id"] ??= ownId
  const fields = outcome === "succeeded" && request.method === "PATCH" ? fieldsOf(request.body) : []
  const changedFields = fields.map(([name]) => name)
  const clearedFields = fields.flatMap(([name, value]) => (value === null || value === false ? [name] : []))
  const { reason } = audit
  return {
    action,
    outcome,
    code,
    actor,
    address: ipAddress,
    userAgent,
    requestId,
    targets,
    changedFields,
    clearedFields,
    ...(reason !== null && { reason })
  }
}

const actorOf = (
  { caller }: AuditedRequest,
  { impersonatorId, signedInUserId }: CurrentAudit
): { readonly type: AuditActorType; readonly id: string | null } => {
  if (caller !== null && caller.ownerId !== null && caller.tier !== "client")
    return { type: "owner", id: caller.ownerId }
  if (caller !== null && caller.tier === "server") return { type: "server_key", id: caller.keySetId }
  if (caller !== null && caller.tier === "admin") return { type: "admin_key", id: caller.keySetId }
  if (impersonatorId !== null) return { type: "owner", id: impersonatorId }
  const userId = caller?.userId ?? signedInUserId
  return userId === null ? { type: "anonymous", id: null } : { type: "user", id: userId }
}

/** Returns the ids in the path, and the user and the team in the body. */
const givenTargets = ({ body, caller, params }: AuditedRequest): Record<string, string> => {
  const named = { ...pickIds(body, ["user_id", "team_id"]), ...params }
  const resolved = Object.entries(named).flatMap(([kind, id]) => {
    const own = id === "me" ? caller?.userId : idText(id)
    return own === undefined || own === null ? [] : [[kind, own] as const]
  })
  return Object.fromEntries(resolved)
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns an id as it is stored. */
const idText = (id: string): string => (UUID.test(id) ? id.toLowerCase() : id.slice(0, MAX_ID))

const pickIds = (body: unknown, kinds: ReadonlyArray<string>): Record<string, string> =>
  Object.fromEntries(
    kinds.flatMap((kind) => {
      const id = Predicate.isReadonlyObject(body) ? body[kind] : undefined
      return typeof id === "string" ? [[kind, id] as const] : []
    })
  )

/** Returns the fields of a validated body, and those within `config`, by their names. */
const fieldsOf = (body: unknown): ReadonlyArray<readonly [string, unknown]> =>
  Predicate.isReadonlyObject(body)
    ? Object.entries(body).flatMap(([name, value]): ReadonlyArray<readonly [string, unknown]> =>
        name === "config" && Predicate.isReadonlyObject(value)
          ? Object.entries(value).map(([field, inner]) => [`config.${field}`, inner])
          : [[name, value]]
      )
    : []

/** Returns one id for equal entries within a minute, so that a client that repeats itself does not fill the log. */
const idWithinMinute = (entry: EntryContent, network: string, createdAt: number): string => {
  const { address: _address, requestId: _requestId, userAgent: _userAgent, ...content } = entry
  const minute = Math.floor(createdAt / MINUTE_MILLIS)
  return createHash("sha256")
    .update(JSON.stringify([minute, network, content]))
    .digest("base64url")
}
