/** The service in production as routes of Effect's `HttpRouter`, beside those of an `HttpApi`. */
import { Effect, Layer, Option, Stream } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { BodyIncomplete, BodyTooLarge, type ServiceRequest } from "../request/service-request.ts"
import { mountPathOf } from "../deployment/mount-path.ts"
import { layer as production } from "../production.ts"
import { type MountOptions, readOptions } from "../production/options.ts"
import { Service } from "../service.ts"

/** The service of the options, for a program that calls it by itself. Fails with all mistakes in the options. */
export const layer = (options: MountOptions) => Layer.unwrap(Effect.map(readOptions(options), production))

/** The service of the options, and its routes below the mount path in the router of the program. */
export const layerRouter = (options: MountOptions) =>
  Layer.unwrap(
    Effect.map(readOptions(options), (configuration) =>
      Layer.provideMerge(routes(mountPathOf(configuration.publicUrl)), production(configuration))
    )
  )

const routes = (mountPath: string) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { handle } = yield* Service
      const router = yield* HttpRouter.HttpRouter
      yield* router.add("*", `/${mountPath.slice(1)}/*`, (request) =>
        Effect.map(handle(fromEffect(request)), ({ body, headers, status }) =>
          HttpServerResponse.text(body, { status, headers })
        )
      )
    })
  )

/** The address is that of the connection: `trustedProxies` counts the proxies, whatever middleware the program has. */
const fromEffect = (request: HttpServerRequest.HttpServerRequest): ServiceRequest => ({
  method: request.method,
  target: targetOf(request.originalUrl),
  headers: request.headers,
  address: Option.getOrUndefined(request.peerAddress),
  body: (limit) => readLimited(request, limit)
})

/** The URL of a web request has an origin. */
const targetOf = (url: string): string => {
  if (url.startsWith("/")) return url
  const parsed = URL.parse(url)
  return parsed === null ? "/" : `${parsed.pathname}${parsed.search}`
}

const readLimited = (request: HttpServerRequest.HttpServerRequest, limit: number) =>
  Effect.suspend(() => {
    if (Number(request.headers["content-length"] ?? 0) > limit) return new BodyTooLarge({ limit })
    if (request.method === "GET" || request.method === "HEAD") return Effect.succeed(new Uint8Array())
    const chunks: Array<Uint8Array> = []
    let length = 0
    return request.stream.pipe(
      Stream.mapError(() => new BodyIncomplete()),
      Stream.runForEach((chunk) => {
        length += chunk.length
        if (length > limit) return new BodyTooLarge({ limit })
        chunks.push(chunk)
        return Effect.void
      }),
      Effect.map(() => Buffer.concat(chunks))
    )
  })
