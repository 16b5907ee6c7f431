/** A service on a port with its request log and mailbox, for programs without Effect. */
import { Effect, Exit, Layer, Scope } from "effect"
import { layerTest, listen, Mailbox, RequestLog, type DevelopmentServices } from "../../../service/index.ts"
import { ada, keys, PROJECT_ID, seedWith } from "../../service/fixture.ts"

export { ada, PROJECT_ID }
export const bob = { email: "bob@example.com", password: "battery staple" }
/** Where mails may lead. */
export const CALLBACK = "http://localhost:3000/here"
export const LIST_USERS = "GET /api/v1/users"
export const REFRESH = "POST /api/v1/auth/oauth/token"
/** Every access token of the service lasts so long. */
export const ACCESS_TOKEN_SECONDS = 600

const closing: Array<() => Promise<void>> = []

/** Stops the services of a test: to be called after each. */
export const stopServices = async () => {
  for (const close of closing.splice(0)) await close()
}

/** Starts a service with Ada and Bob. `options` connect an app of any tier, with a session of its own. */
export const startService = async (project: Parameters<typeof seedWith>[0] = {}) => {
  const scope = Scope.makeUnsafe()
  closing.push(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const service = layerTest({
    seed: seedWith({ limits: "off", users: [ada, bob], ...project }),
    accessTokenLifetimeSeconds: ACCESS_TOKEN_SECONDS
  })
  const context = await Effect.runPromise(Layer.buildWithScope(Layer.orDie(service), scope))
  const run = <A>(program: Effect.Effect<A, unknown, DevelopmentServices | Scope.Scope>) =>
    Effect.runPromise(program.pipe(Effect.provideContext(context), Effect.provideService(Scope.Scope, scope)))
  const { url } = await run(listen({ port: 0 }))
  return {
    options: { projectId: project.id ?? PROJECT_ID, ...keys, baseUrl: url, tokenStore: "memory" as const },
    run,
    /** The number of requests of a kind that have a response, or of all. */
    count: (route?: string) =>
      run(
        RequestLog.use(({ count, entries }) =>
          route === undefined ? Effect.map(entries, ({ length }) => length) : count(route)
        )
      ),
    forgetRequests: () => run(RequestLog.use(({ clear }) => clear)),
    /** Returns the code in the link of the next email to an address. */
    mailedCode: async (to: string) => {
      const { text } = await run(Mailbox.use((mailbox) => mailbox.next({ to })))
      return /[?&]code=([0-9a-z]{45})/.exec(text)?.[1] ?? ""
    }
  }
}

/** A router to which an app hands its pages. `next` is the first that it is handed from then on. */
export const router = () => {
  const went: Array<readonly [url: string, how: "push" | "replace"]> = []
  let resolveNext: (page: (typeof went)[number]) => void = () => {}
  return {
    went,
    redirectMethod: (url: string, { replace }: { readonly replace: boolean }) => {
      const page = [url, replace ? "replace" : "push"] as const
      went.push(page)
      resolveNext(page)
    },
    next: () => new Promise<(typeof went)[number]>((resolve) => void (resolveNext = resolve))
  }
}
