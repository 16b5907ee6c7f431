/** A mail server and a webhook receiver for the packed service. */
import { Effect, Exit, Scope } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import { type ReceivedMail, smtpServer } from "../../service/smtp-servers.ts"

export interface TestMailServer {
  readonly settings: {
    readonly host: string
    readonly port: number
    readonly username: string
    readonly password: string
  }
  readonly received: ReadonlyArray<ReceivedMail>
  /** Resolves when this number of mails has been received. */
  readonly whenReceived: (count: number) => Promise<void>
  readonly stop: () => Promise<void>
}

export const startMailServer = async (): Promise<TestMailServer> => {
  const scope = await Effect.runPromise(Scope.make())
  const server = await Effect.runPromise(Scope.provide(smtpServer(), scope))
  return {
    ...server,
    whenReceived: (count) => Effect.runPromise(server.whenReceived(count)),
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

export interface Application {
  /** The URL for webhooks. */
  readonly url: string
  /** Resolves with the next webhook. */
  readonly nextWebhook: () => Promise<Request>
  readonly stop: () => Promise<void>
}

export const startApplication = async (): Promise<Application> => {
  const arrived: Array<Request> = []
  const waiting: Array<(webhook: Request) => void> = []
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : []
    )
    const webhook = new Request(`http://localhost${request.url}`, {
      method: "POST",
      headers: Object.fromEntries(headers),
      body: Buffer.concat(chunks)
    })
    response.writeHead(204).end()
    const next = waiting.shift()
    if (next === undefined) arrived.push(webhook)
    else next(webhook)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The application has no port.")
  return {
    url: `http://localhost:${address.port}/webhooks`,
    nextWebhook: async () => arrived.shift() ?? new Promise((resolve) => waiting.push(resolve)),
    stop: async () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
