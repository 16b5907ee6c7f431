/** Starts a service on a port, for promise apps. It stops after the test. */
import { Effect, Exit, Layer, Scope } from "effect"
import { onTestFinished } from "vitest"
import { layerTest, listen, ProjectKeys, type ServiceOptions } from "../../service/index.ts"

/** Returns the URL of the service, the options of an app for one of its projects, and the context of the service. */
export const startService = async (seed: NonNullable<ServiceOptions["seed"]>) => {
  const scope = Scope.makeUnsafe()
  onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const context = await Effect.runPromise(Layer.buildWithScope(layerTest({ seed }), scope))
  const { projects, url } = await Effect.runPromise(
    Effect.gen(function* () {
      const { url } = yield* listen({ port: 0 })
      return { url, projects: yield* (yield* ProjectKeys).list }
    }).pipe(Effect.provideService(Scope.Scope, scope), Effect.provideContext(context))
  )
  const optionsOf = (id: string) => {
    const keys = projects.find((project) => project.id === id)
    if (keys === undefined) throw new Error(`no project ${id}`)
    const { publishableClientKey, secretServerKey, superSecretAdminKey } = keys
    return {
      projectId: id,
      publishableClientKey,
      secretServerKey,
      superSecretAdminKey,
      baseUrl: url,
      tokenStore: "memory" as const
    }
  }
  return { context, optionsOf, url }
}
