/** Prints what a command has done, and records it in the audit log. */
import { Console, Effect } from "effect"
import type { RecordedCommand } from "../../core/schema/recorded-command.ts"
import { auditCommand } from "../../service/audit/audit-command.ts"

/**
 * Runs a task and prints the lines that it returns.
 *
 * @param action the name in the audit log; `null` for a task that changes nothing
 * @param projectId `null` for a task about the whole installation
 */
export const printRecorded = <E, R>(
  lines: Effect.Effect<string, E, R>,
  { action, projectId }: { readonly action: RecordedCommand | null; readonly projectId: string | null }
) => Effect.flatMap(action === null ? lines : auditCommand({ action, projectId }, lines), Console.log)
