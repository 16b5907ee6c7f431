/** Real SMTP servers for tests. */
import { Effect } from "effect"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

export interface ReceivedMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  /** The message as received. */
  readonly raw: string
}

export const credentials = { username: "mailer", password: "s3cret of the server" }

/** A reply code in place of accepting a mail, and the command that gets it. */
export interface SmtpRefusal {
  readonly at: "login" | "sender" | "recipient" | "data"
  readonly code: number
  /** The address to which the mail is, for `data`. Default: any. */
  readonly to?: string
}

const refuse = ({ code }: SmtpRefusal) => Object.assign(new Error(`rejected with ${code}`), { responseCode: code })

/** Runs a server that accepts mail from authenticated clients until the scope closes. */
export const smtpServer = Effect.fnUntraced(function* (
  options: SMTPServerOptions = {},
  refusals: ReadonlyArray<SmtpRefusal> = []
) {
  const received: Array<ReceivedMail> = []
  const left = [...refusals]
  const listeners = new Set<() => void>()
  const refusalAt = (at: SmtpRefusal["at"], to: ReadonlyArray<string> = []) =>
    left[0]?.at === at && (left[0].to === undefined || to.includes(left[0].to)) ? left.shift() : undefined
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    closeTimeout: 10,
    onAuth: ({ password, username }, _, done) => {
      const refusal = refusalAt("login")
      if (refusal) return done(refuse(refusal))
      return username === credentials.username && password === credentials.password
        ? done(null, { user: username })
        : done(refuse({ at: "login", code: 535 }))
    },
    onMailFrom: (_, __, done) => {
      const refusal = refusalAt("sender")
      done(refusal && refuse(refusal))
    },
    onRcptTo: (_, __, done) => {
      const refusal = refusalAt("recipient")
      done(refusal && refuse(refusal))
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        const refusal = refusalAt("data", to)
        if (refusal) return done(refuse(refusal))
        received.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to,
          raw: Buffer.concat(chunks).toString()
        })
        done()
        for (const listener of listeners) listener()
      })
    },
    ...options
  })
  // A client may disconnect at any time.
  server.on("error", () => {})
  const { port } = yield* listening(server.server)
  yield* Effect.addFinalizer(() => Effect.callback<void>((resume) => server.close(() => resume(Effect.void))))
  return {
    settings: { host: "127.0.0.1", port, ...credentials },
    received,
    /** Resolves when this number of mails has been received. */
    whenReceived: (count: number) =>
      Effect.callback<void>((resume) => {
        const check = () => {
          if (received.length >= count) resume(Effect.void)
        }
        listeners.add(check)
        check()
      })
  }
})

/** Runs a TCP server with a handler for each connection until the scope closes. */
export const rawServer = Effect.fnUntraced(function* (onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}))
    onConnection(socket)
  })
  const { port } = yield* listening(server)
  yield* Effect.addFinalizer(() =>
    Effect.callback<void>((resume) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resume(Effect.void))
    })
  )
  return { host: "127.0.0.1", port, ...credentials }
})

const listening = (server: Server) =>
  Effect.callback<AddressInfo>((resume) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resume(
        typeof address === "object" && address !== null ? Effect.succeed(address) : Effect.die("The server has no port")
      )
    })
  })
