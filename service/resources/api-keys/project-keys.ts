/** Lists the projects of this installation with their initial keys, so that a program can connect to them. */
import { Context, Effect, Layer } from "effect"
import { ApiKeyStore } from "./api-key-store.ts"
import { ProjectStore } from "../projects/project-store.ts"

/** A project with its keys, for programs that connect to it. */
export interface ConnectableProject {
  /** The id of the project. */
  readonly id: string
  /** The name of the project. */
  readonly displayName: string
  /** `pck_…` */
  readonly publishableClientKey: string
  /** `ssk_…` */
  readonly secretServerKey: string
  /** `sak_…` */
  readonly superSecretAdminKey: string
}

/** Lists the projects of the service with their keys. */
export class ProjectKeys extends Context.Service<
  ProjectKeys,
  {
    /** Lists the projects with initial keys, the oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<ConnectableProject>>
  }
>()("keystile/service/ProjectKeys") {}

/** @internal */
export const layer: Layer.Layer<ProjectKeys, never, ProjectStore | ApiKeyStore> = Layer.effect(
  ProjectKeys,
  Effect.gen(function* () {
    const projects = yield* ProjectStore
    const apiKeys = yield* ApiKeyStore
    return ProjectKeys.of({
      list: Effect.gen(function* () {
        const found: Array<ConnectableProject> = []
        for (const { displayName, id } of yield* projects.list) {
          const keys = yield* apiKeys.initialKeys(id)
          const publishableClientKey = keys.publishable_client_key
          const secretServerKey = keys.secret_server_key
          const superSecretAdminKey = keys.super_secret_admin_key
          if (publishableClientKey && secretServerKey && superSecretAdminKey) {
            found.push({ id, displayName, publishableClientKey, secretServerKey, superSecretAdminKey })
          }
        }
        return found
      })
    })
  })
)
