/** What a program with a mounted service needs: a database, a mail server, secrets and a public URL. */
import { Effect } from "effect"
import { freePort } from "../free-port.mjs"
import { findPrograms, startServer } from "../postgres/postgres-server.mjs"
import { credentials, smtpServer } from "../service/smtp-servers.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"

export const MOUNT_PATH = "/api/auth"

/** The path of a new SQLite file. */
const file = Effect.map(temporaryFolder, ({ path }) => path("keystile.db"))

/** The URL of a schema in a new PostgreSQL server. */
const schema = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => startServer()),
    ({ stop }) => Effect.sync(stop)
  ),
  ({ url }) => `${url}?schema=keystile`
)

/** The databases of this machine. */
export const databases = [
  { name: "SQLite", database: file },
  ...(findPrograms() === undefined ? [] : [{ name: "PostgreSQL", database: schema }])
] as const

/** Returns the first link in a mail of one text part, which is encoded as quoted-printable. */
export const linkIn = (raw: string) =>
  /https?:\/\/[^\s"<>]+/.exec(raw.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[0] ?? ""

/** Returns the variables in the output of `keystile project create`. */
export const variablesIn = (output: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...output.matchAll(/^(\w+)=(\S+)$/gm)].map(([, name = "", value = ""]) => [name, value]))

export const makeInstallation = Effect.fnUntraced(function* (database: string) {
  const mails = yield* smtpServer()
  const port = yield* Effect.promise(() => freePort())
  const origin = `http://localhost:${port}`
  const login = `${credentials.username}:${encodeURIComponent(credentials.password)}`
  return {
    port,
    origin,
    environment: {
      KEYSTILE_PUBLIC_URL: `${origin}${MOUNT_PATH}`,
      KEYSTILE_DB: database,
      KEYSTILE_SECRETS: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
      KEYSTILE_MAIL: `smtp://${login}@${mails.settings.host}:${mails.settings.port}`
    },
    /** Returns the link in the first mail to an address. Waits for the mail. */
    linkTo: async (email: string): Promise<string> => {
      for (let count = 1; ; count++) {
        await Effect.runPromise(mails.whenReceived(count))
        const mail = mails.received.find(({ to }) => to.includes(email))
        if (mail !== undefined) return linkIn(mail.raw)
      }
    }
  }
})
