/** Runs `keystile keys rotate`. */
import { Clock, Console, Data, Effect, Layer } from "effect"
import { auditCommand } from "../../../service/audit/audit-command.ts"
import { KeyRing, layer as keyRing } from "../../../service/crypto/key-ring.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import { openInstallation, type OpenError } from "../../run/open-installation.ts"
import type { ConfigurationFlags } from "../../flags/configuration-flags.ts"
import { printableLines } from "../../output/terminal-text.ts"

export interface KeysFlags extends ConfigurationFlags {
  /** `undefined` for all projects. */
  readonly project: string | undefined
  /** After a key leaked: the former keys are not accepted any more. */
  readonly now: boolean
  readonly json: boolean
}

/** The database has no such project. */
class ProjectNotFound extends Data.TaggedError("ProjectNotFound")<{ readonly id: string }> {
  override get message(): string {
    return `There is no project ${this.id}. Check the id, or leave out --project for all projects.`
  }
}

/** Returns why the command failed. */
export const explain = ({ message }: OpenError | ProjectNotFound): string => printableLines(message)

/** Adds a signing key to one project or to all. */
export const run = Effect.fnUntraced(function* ({ json, now, project, ...flags }: KeysFlags) {
  const { configuration, opened } = yield* openInstallation(flags)
  const stores = Layer.merge(keyRing(configuration.accessTokenLifetime), ProjectStore.layer)
  yield* Effect.gen(function* () {
    const all = yield* (yield* ProjectStore.ProjectStore).list
    const chosen = all.filter(({ id }) => project === undefined || id === project)
    if (project !== undefined && chosen.length === 0) return yield* new ProjectNotFound({ id: project })
    const ring = yield* KeyRing
    for (const { id } of chosen) {
      const rotation = now ? Effect.andThen(ring.replace(id), Clock.currentTimeMillis) : ring.rotate(id)
      const action = now ? "keystile keys rotate --now" : "keystile keys rotate"
      const signsFrom = yield* auditCommand({ action, projectId: id }, rotation)
      const time = new Date(signsFrom).toISOString()
      const text = now
        ? `${id}: the new key signs, and tokens of the former one are refused, within a minute.`
        : `${id}: the new key is published now and signs from ${time}.`
      yield* Console.log(json ? JSON.stringify({ project: id, signsFrom: time }) : text)
    }
  }).pipe(Effect.provide(Layer.provideMerge(stores, opened)))
})
