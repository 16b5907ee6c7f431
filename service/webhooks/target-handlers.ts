/** Handles the endpoints of webhook targets. A secret is returned once, when it is set. */
import { Clock, Effect, Redacted } from "effect"
import {
  createTarget,
  deleteTarget,
  listTargets,
  rotateSecret as rotate,
  updateTarget
} from "../../core/api/webhooks.ts"
import { WebhookTargetAlreadyExists, WebhookTargetNotFound, WebhookUrlNotAllowed } from "../../core/errors/webhook.ts"
import { DEFAULT_SECRET_OVERLAP_MILLIS } from "../../core/schema/webhook.ts"
import { noteTargets } from "../audit/current-audit.ts"
import { caller } from "../request/caller.ts"
import { limitReached } from "../validation/check-limit.ts"
import { implement } from "../endpoint/implement.ts"
import { inTransaction } from "../sql/rows.ts"
import { AllowedUrls } from "./allowed-urls.ts"
import { addTarget } from "./save-target.ts"
import { newTargetSecret, normalUrl } from "./target.ts"
import { type TargetHealth, type TargetRecord, TargetStore } from "./target-store.ts"

const serialize = (
  { createdAt, description, eventTypes, id, previousSecretExpiresAt: expiresAt, url }: TargetRecord,
  now: number,
  health: TargetHealth | undefined = undefined
) => {
  const { attemptedAt = null, failedDeliveries = 0, problem = null, status = null } = health ?? {}
  const lastAttempt = attemptedAt === null ? null : { attemptedAt, status, problem }
  const previousSecretExpiresAt = expiresAt !== null && expiresAt.getTime() > now ? expiresAt : null
  return { id, url, description, eventTypes, createdAt, previousSecretExpiresAt, failedDeliveries, lastAttempt }
}

/** Reads the targets of a project as the endpoints return them. */
const serializeAll = Effect.fnUntraced(function* (projectId: string) {
  const targets = yield* TargetStore
  const records = yield* targets.list(projectId)
  const healths = new Map((yield* targets.health(projectId)).map((health) => [health.targetId, health]))
  const now = yield* Clock.currentTimeMillis
  return records.map((record) => serialize(record, now, healths.get(record.id)))
})

const find = Effect.fnUntraced(function* (projectId: string, targetId: string) {
  const found = yield* (yield* TargetStore).find(projectId, targetId.toLowerCase())
  return found ?? (yield* new WebhookTargetNotFound({ targetId }))
})

const requireTarget = Effect.fnUntraced(function* (projectId: string, id: string) {
  const found = (yield* serializeAll(projectId)).find((target) => target.id === id)
  return found ?? (yield* Effect.die(`The target ${id} was just written`))
})

const requireAllowedUrl = Effect.fnUntraced(function* (url: string) {
  if (!(yield* AllowedUrls).isAllowed(url)) return yield* new WebhookUrlNotAllowed()
})

export const targetHandlers = [
  implement(
    listTargets,
    Effect.fnUntraced(function* () {
      const { project } = yield* caller
      return { items: yield* serializeAll(project.id), isPaginated: false }
    })
  ),

  implement(
    createTarget,
    Effect.fnUntraced(function* ({ body }) {
      const { project } = yield* caller
      yield* requireAllowedUrl(body.url)
      const target = yield* addTarget(project.id, body).pipe(
        Effect.tap(({ id }) => noteTargets({ webhook_target_id: id })),
        inTransaction,
        Effect.catchTags({
          UniqueViolation: () => new WebhookTargetAlreadyExists(),
          TooManyTargets: ({ maximum }) =>
            limitReached({ maximum, of: "webhook targets of a project", advice: "Remove one first." })
        })
      )
      return { ...serialize(target, yield* Clock.currentTimeMillis), secret: target.secret }
    })
  ),

  implement(
    updateTarget,
    Effect.fnUntraced(function* ({ body, params }) {
      const { project } = yield* caller
      if (body.url !== undefined) yield* requireAllowedUrl(body.url)
      return yield* inTransaction(
        Effect.gen(function* () {
          const known = yield* find(project.id, params.webhook_target_id)
          const targets = yield* TargetStore
          if (body.previousSecretExpiresAt === null) yield* targets.endPreviousSecret(known.id)
          yield* targets.update({
            id: known.id,
            url: body.url === undefined ? known.url : normalUrl(body.url),
            description: body.description ?? known.description,
            eventTypes: body.eventTypes === undefined ? known.eventTypes : body.eventTypes
          })
          return yield* requireTarget(project.id, known.id)
        })
      ).pipe(Effect.catchTag("UniqueViolation", () => new WebhookTargetAlreadyExists()))
    })
  ),

  implement(
    deleteTarget,
    Effect.fnUntraced(function* ({ params: { webhook_target_id: targetId } }) {
      const { project } = yield* caller
      const wasRemoved = yield* (yield* TargetStore).remove(project.id, targetId.toLowerCase())
      if (!wasRemoved) return yield* new WebhookTargetNotFound({ targetId })
      return { success: true as const }
    }, inTransaction)
  ),

  implement(
    rotate,
    Effect.fnUntraced(function* ({ body, params }) {
      const { overlapMillis = DEFAULT_SECRET_OVERLAP_MILLIS, secret = newTargetSecret() } = body
      const { project } = yield* caller
      const { id } = yield* find(project.id, params.webhook_target_id)
      const targets = yield* TargetStore
      // A secret that cannot be decrypted cannot sign beside its successor.
      const present = yield* Effect.catchTag(targets.secret(id), "CannotDecrypt", () => Effect.succeed(null))
      const overlaps = present !== null && overlapMillis > 0 && Redacted.value(present) !== Redacted.value(secret)
      const expiresAt = (yield* Clock.currentTimeMillis) + overlapMillis
      yield* targets.setSecret(id, secret, overlaps ? { secret: present, expiresAt } : null)
      return { ...(yield* requireTarget(project.id, id)), secret }
    }, inTransaction)
  )
]
