/** A server that records every webhook. */
import { Effect, type Scope } from "effect"
import { createServer } from "node:http"

export const SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz"

export interface TestWebhookReceiver {
  readonly url: string
  /** All requests, the oldest first. */
  readonly requests: ReadonlyArray<Request>
  /** How often each message was received, by type and subject: `user.created <id>`. */
  readonly received: Map<string, number>
  /** Waits until each of them was received. Returns those that are missing after the time limit. */
  readonly until: (wanted: ReadonlyArray<string>, seconds: number) => Effect.Effect<ReadonlyArray<string>>
}

const LOOK_AGAIN = 50

export const webhookReceiver: Effect.Effect<TestWebhookReceiver, never, Scope.Scope> = Effect.gen(function* () {
  const received = new Map<string, number>()
  const requests: Array<Request> = []
  const server = createServer((request, response) => {
    let body = ""
    request
      .setEncoding("utf8")
      .on("data", (chunk: string) => (body += chunk))
      .on("end", () => {
        const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
        requests.push(new Request("http://localhost/", { method: "POST", headers, body }))
        const { data, type } = JSON.parse(body)
        const name = `${type} ${data.id ?? `${data.team_id} ${data.user_id}`}`
        received.set(name, (received.get(name) ?? 0) + 1)
        response.end()
      })
  })
  const url = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<string>((resolve) => {
          server.listen(0, "127.0.0.1", () => {
            const address = server.address()
            resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`)
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
    url,
    received,
    requests,
    until: Effect.fnUntraced(function* (wanted, seconds) {
      const missing = () => wanted.filter((name) => !received.has(name))
      for (let waited = 0; missing().length > 0 && waited < seconds * 1000; waited += LOOK_AGAIN)
        yield* Effect.sleep(LOOK_AGAIN)
      return missing()
    })
  }
})
