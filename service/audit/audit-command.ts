/** Records what a command of the operator changes. */
import { Clock, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { userInfo } from "node:os"
import type { RecordedCommand } from "../../core/schema/recorded-command.ts"
import { EveryTransaction } from "../sql/commit-hooks.ts"
import { AuditLog } from "./audit-log.ts"
import { CurrentAudit } from "./current-audit.ts"

interface AuditedCommand {
  readonly action: RecordedCommand
  /** `null` for commands about the whole installation. */
  readonly projectId: string | null
  readonly targets?: Readonly<Record<string, string>>
}

/**
 * Runs a command. The entry is written in its first transaction, or after it if it has none: the changes of a command
 * belong in transactions, even single statements. A command that fails before it has changed anything leaves no entry.
 */
export const auditCommand = Effect.fnUntraced(function* <A, E, R>(
  { action, projectId, targets = {} }: AuditedCommand,
  command: Effect.Effect<A, E, R>
) {
  const log = yield* AuditLog
  const audit: CurrentAudit = {
    projectId,
    signedInUserId: null,
    impersonatorId: null,
    targets: { ...targets },
    reason: null,
    isRefused: false
  }
  const id = randomUUID()
  const append = Effect.flatMap(Clock.currentTimeMillis, (createdAt) =>
    log.append({
      id,
      createdAt,
      projectId: audit.projectId,
      action,
      outcome: "succeeded",
      code: null,
      actor: { type: "operator", id: operatorName() },
      address: null,
      userAgent: null,
      requestId: null,
      targets: audit.targets,
      changedFields: [],
      clearedFields: []
    })
  )
  const done = yield* command.pipe(
    Effect.provideService(CurrentAudit, audit),
    Effect.provideService(EveryTransaction, append)
  )
  yield* append
  return done
})

/** Returns the name of the operator on this machine; in containers a user often has a number only. */
const operatorName = (): string | null => {
  try {
    return userInfo().username
  } catch {
    return process.getuid === undefined ? null : `uid ${process.getuid()}`
  }
}
