import { Clock, Data, Effect, type Redacted } from "effect"
import { inTransaction } from "../sql/rows.ts"
import { newTargetSecret, normalUrl } from "./target.ts"
import { type NewTargetRecord, TargetStore } from "./target-store.ts"
import { randomUUID } from "node:crypto"

interface NewTarget {
  readonly url: string
  /** Default: empty. */
  readonly description?: string | undefined
  /** Default: all types. */
  readonly eventTypes?: ReadonlyArray<string> | null | undefined
  /** Default: a new secret. */
  readonly secret?: Redacted.Redacted<string> | undefined
}

/** The maximum number of webhook targets of a project. */
const MAX_TARGETS = 20

/** The project has as many targets as it may have. */
class TooManyTargets extends Data.TaggedError("TooManyTargets")<{ readonly maximum: number }> {
  override readonly message = `A project's webhooks go to ${this.maximum} addresses at most.`
}

const insertTarget = Effect.fnUntraced(function* (
  projectId: string,
  { description = "", eventTypes = null, secret, url }: NewTarget
) {
  const target: NewTargetRecord = {
    id: randomUUID(),
    projectId,
    url: normalUrl(url),
    description,
    eventTypes,
    secret: secret ?? newTargetSecret(),
    previousSecretExpiresAt: null,
    createdAt: new Date(yield* Clock.currentTimeMillis)
  }
  yield* (yield* TargetStore).insert(target)
  return target
})

/**
 * Adds a target. Fails with `UniqueViolation` if the project already has its URL. In a transaction, so that concurrent
 * calls count each other's target.
 */
export const addTarget = Effect.fnUntraced(function* (projectId: string, target: NewTarget) {
  const present = yield* (yield* TargetStore).list(projectId)
  if (present.length >= MAX_TARGETS) return yield* new TooManyTargets({ maximum: MAX_TARGETS })
  return yield* insertTarget(projectId, target)
}, inTransaction)

/** Adds a target, or sets the secret of the existing one. Belongs in a transaction. */
export const saveTarget = Effect.fnUntraced(function* (
  projectId: string,
  target: NewTarget & Required<Pick<NewTarget, "secret">>
) {
  const targets = yield* TargetStore
  const known = yield* targets.findByUrl(projectId, normalUrl(target.url))
  if (known === null) yield* Effect.orDie(insertTarget(projectId, target))
  else if (target.secret !== undefined) yield* targets.setSecret(known.id, target.secret, null)
})
