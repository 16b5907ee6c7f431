/** Runs `keystile keys rotate`. */
import { Console, Data, Effect, Layer, Redacted } from "effect"
import { KeyRing, layer as keyRing } from "../service/crypto/key-ring.ts"
import * as InstallationSecret from "../service/crypto/secrets/installation-secret.ts"
import { type ConfigurationInvalid, readConfiguration } from "../service/production/read-configuration.ts"
import * as ProjectStore from "../service/resources/projects/project-store.ts"
import * as Database from "../service/sql/database.ts"
import type { DatabaseUnusable } from "../service/sql/database-file.ts"
import type { KeysFlags } from "./keys.ts"
import { printable } from "./output.ts"

/** The database has no such project. */
class ProjectNotFound extends Data.TaggedError("ProjectNotFound")<{ readonly id: string }> {
  override get message(): string {
    return `There is no project ${this.id}. Check the id, or leave out --project for all projects.`
  }
}

/** Returns why the command failed. */
export const explain = (
  error: ConfigurationInvalid | DatabaseUnusable | InstallationSecret.SecretsUnusable | ProjectNotFound
): string => error.message.split("\n").map(printable).join("\n")

/** Adds a signing key to one project or to all. */
export const run = Effect.fnUntraced(function* ({ file, json, project, settings }: KeysFlags) {
  const { configuration } = yield* readConfiguration({ flags: settings, file, environment: process.env })
  const opened = Layer.merge(keyRing(configuration.accessTokenLifetime), ProjectStore.layer).pipe(
    Layer.provideMerge(InstallationSecret.layer(configuration.secrets)),
    Layer.provideMerge(Database.layer(Redacted.value(configuration.database)))
  )
  yield* Effect.gen(function* () {
    const all = yield* (yield* ProjectStore.ProjectStore).list
    const chosen = all.filter(({ id }) => project === undefined || id === project)
    if (project !== undefined && chosen.length === 0) return yield* new ProjectNotFound({ id: project })
    const ring = yield* KeyRing
    for (const { id } of chosen) {
      const signsFrom = new Date(yield* ring.rotate(id)).toISOString()
      yield* Console.log(
        json
          ? JSON.stringify({ project: id, signsFrom })
          : `${id}: the new key is published now and signs from ${signsFrom}.`
      )
    }
  }).pipe(Effect.provide(opened))
})
