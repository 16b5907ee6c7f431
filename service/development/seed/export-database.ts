/** Exports the seed of a database, also while `keystile dev` uses it. */
import { Data, Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import * as InstallationSecret from "../../crypto/secrets/installation-secret.ts"
import * as ApiKeyStore from "../../resources/api-keys/api-key-store.ts"
import * as DefinitionStore from "../../resources/permissions/definition-store.ts"
import * as TemplateStore from "../../resources/emails/template-store.ts"
import * as EmailConfigStore from "../../resources/projects/email-config-store.ts"
import { DefaultProjectSettings } from "../../resources/projects/new-project.ts"
import * as OAuthProviderStore from "../../resources/projects/oauth-provider-store.ts"
import * as ProjectStore from "../../resources/projects/project-store.ts"
import * as SignUpProofSettingStore from "../../resources/projects/sign-up-proof-setting-store.ts"
import * as Database from "../../sql/database.ts"
import { isPostgresUrl, findNameProblem } from "../../sql/postgres-database.ts"
import * as TargetStore from "../../webhooks/target-store.ts"
import { exportSeed } from "./export-seed.ts"
import { layer as seedSettings, makeSeedSettings } from "./seed-settings.ts"

/** There is no such database, and none is created. */
export class NoDatabase extends Data.TaggedError("NoDatabase")<{ readonly message: string }> {}

/** Refuses a name that would create a database. */
const requireDatabase = (database: string) => {
  if (database === Database.MEMORY) {
    return new NoDatabase({
      message: "A database in memory belongs to the process of keystile dev. Pass --url with the address of that."
    })
  }
  const isFile = !isPostgresUrl(database) && findNameProblem(database) === null
  if (isFile && !existsSync(database)) {
    return new NoDatabase({ message: `The database ${database} does not exist. Check the path.` })
  }
  return Effect.void
}

const stores = Layer.mergeAll(
  ApiKeyStore.layer,
  DefinitionStore.layer,
  EmailConfigStore.layer,
  OAuthProviderStore.layer,
  ProjectStore.layer,
  SignUpProofSettingStore.layer,
  TargetStore.layer,
  TemplateStore.layer
)

/**
 * Exports everything that a seed can say of a file or a PostgreSQL URL. What a service of it holds in memory only, such
 * as the settings `newProjects` of its seed, is not part of it. A database that lacks a migration is refused.
 */
export const exportDatabase = Effect.fnUntraced(function* (database: string) {
  yield* requireDatabase(database)
  const settings = makeSeedSettings(null)
  const opened = InstallationSecret.layer([]).pipe(Layer.provideMerge(Database.layerMigrated(database)))
  return yield* exportSeed.pipe(
    Effect.provide(Layer.provideMerge(stores, opened)),
    Effect.provide(seedSettings(settings)),
    Effect.provideService(DefaultProjectSettings, settings.newProjects)
  )
})
