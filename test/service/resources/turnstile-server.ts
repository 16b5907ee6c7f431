/** A server in place of Cloudflare's. */
import { Effect, Layer, Schema, type Scope } from "effect"
import { createServer } from "node:http"
import { TurnstileVerifyUrl } from "../../../service/resources/sign-up-proof/turnstile.ts"

export interface TurnstileResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, or as it is if it is a text. `undefined`: the server never responds. */
  readonly body: unknown
}

export interface TurnstileServer {
  readonly layer: Layer.Layer<never>
  /** The fields of all requests, the oldest first. */
  readonly requests: ReadonlyArray<Readonly<Record<string, string>>>
  /** Sets the response to the next requests. */
  readonly response: (response: TurnstileResponse) => void
}

const asText = Schema.is(Schema.String)

export const turnstileServer: Effect.Effect<TurnstileServer, never, Scope.Scope> = Effect.gen(function* () {
  const requests: Array<Readonly<Record<string, string>>> = []
  let next: TurnstileResponse = { body: undefined }
  const server = createServer((request, response) => {
    let body = ""
    request
      .setEncoding("utf8")
      .on("data", (chunk: string) => (body += chunk))
      .on("end", () => {
        requests.push(Object.fromEntries(new URLSearchParams(body)))
        if (next.body === undefined) return
        response.writeHead(next.status ?? 200, { "content-type": "application/json", ...next.headers })
        response.end(asText(next.body) ? next.body : JSON.stringify(next.body))
      })
  })
  const url = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<string>((resolve) => {
          server.listen(0, "127.0.0.1", () => {
            const address = server.address()
            resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/siteverify`)
          })
        })
    ),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
  return {
    layer: Layer.succeed(TurnstileVerifyUrl, url),
    requests,
    response: (response) => {
      next = response
    }
  }
})
