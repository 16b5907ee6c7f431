/** Runs the packed command in an empty folder on any runtime, and uses its pages, APIs, mails and webhooks. */
import { Redacted } from "effect"
import assert from "node:assert/strict"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { stepAt, totpCode } from "../../../service/crypto/totp.ts"
import { type Runtime, type Service, startService } from "./command.ts"
import { type Application, type TestMailServer, startApplication, startMailServer } from "./servers.ts"
import { codeFromMailbox } from "./requests.ts"
import { checkServe } from "./serve.ts"
import { registerAndUsePasskey, signInWithProvider } from "./sign-in.ts"

export interface CommandCheck {
  readonly runtime: Runtime
  /** The package whose command is started. */
  readonly unpacked: string
  /** The package whose SDK is used, installed with its dependencies. */
  readonly installed: string
  /** An empty folder in which the command is started. */
  readonly folder: string
  /** The URL of a PostgreSQL server, if one is available. */
  readonly postgres: string | undefined
}

const EMAIL = "ada@example.com"
const SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz"
const PROJECT_ID = "11111111-1111-4111-8111-111111111111"

const seedOf = (mailServer: TestMailServer, application: Application) => ({
  projects: [
    {
      id: PROJECT_ID,
      displayName: "Fernhill",
      config: {
        passkeyEnabled: true,
        oauthProviders: [{ type: "standard", id: "github", endpoints: "embedded" }],
        emailConfig: {
          type: "standard",
          ...mailServer.settings,
          senderName: "Fernhill",
          senderEmail: "mail@fernhill.example"
        }
      },
      webhooks: [{ url: application.url, secret: SECRET }]
    }
  ]
})

/** Imports an entry of the packed package for Node. */
const load = async <Module>(installed: string, entry: string): Promise<Module> =>
  import(pathToFileURL(join(installed, "dist", "node", entry)).href)

export const runCommandChecks = async ({ postgres, ...options }: CommandCheck): Promise<void> => {
  mkdirSync(options.folder, { recursive: true })
  const databases = [join(options.folder, "keystile.db"), ...(postgres === undefined ? [] : [postgres])]
  for (const database of databases) {
    await checkOnDatabase(database, options)
    await checkServe(options.runtime, join(options.unpacked, "dist", "cli", "bin.mjs"), database)
  }
}

const checkOnDatabase = async (
  database: string,
  { folder, installed, runtime, unpacked }: Omit<CommandCheck, "postgres">
) => {
  const [mailServer, application] = await Promise.all([startMailServer(), startApplication()])
  try {
    const seed = join(folder, "seed.json")
    writeFileSync(seed, JSON.stringify(seedOf(mailServer, application)))
    const bin = join(unpacked, "dist", "cli", "bin.mjs")
    const service = await startService(runtime, bin, folder, ["--seed", seed, "--db", database])
    try {
      await visitPages(service)
      await useAccount(service, installed, mailServer, application)
      await signInWithProvider(service)
      assert.equal(service.log(), "", "the log of the service")
    } finally {
      await service.stop()
    }
  } finally {
    await Promise.all([mailServer.stop(), application.stop()])
  }
}

const visitPages = async ({ url }: Service) => {
  const read = async (path: string) => {
    const response = await fetch(new URL(path, url))
    assert.equal(response.status, 200, path)
    return response.text()
  }
  const page = await read("/")
  const scripts = await Promise.all([...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src = ""]) => read(src)))
  assert.ok(scripts.join("").length > 10_000, "the scripts of the console")
  assert.match(await read("/openapi"), /POST<\/b> <code>\/api\/v1\/auth\/password\/sign-up/)
  assert.match(await read("/openapi.json"), /"openapi":"3\.1\.0"/)
}

/** Uses sign-up, mails, the webhook, a password reset, a passkey and the second factor of one user. */
const useAccount = async (
  service: Service,
  installed: string,
  mailServer: TestMailServer,
  application: Application
) => {
  const { createClientApp } = await load<typeof import("keystile/promise")>(installed, "promise.js")
  const { createWebhookVerifier } = await load<typeof import("keystile/webhooks")>(installed, "webhooks.js")
  const app = createClientApp({
    projectId: PROJECT_ID,
    publishableClientKey: service.project.publishableClientKey,
    baseUrl: service.url,
    tokenStore: "memory"
  })

  assertOk(
    await app.signUpWithCredential({
      email: EMAIL,
      password: "verdigris-lantern-42",
      verificationCallbackUrl: "http://localhost:3000/handler/email-verification"
    })
  )
  assertOk(await app.verifyEmail(await codeFromMailbox(service, EMAIL, "email_verification")))
  await mailServer.whenReceived(1)
  const mail = mailServer.received[0]
  assert.deepEqual([mail?.from, mail?.to], ["mail@fernhill.example", [EMAIL]])

  const event = await createWebhookVerifier({ secret: SECRET }).verify(await application.nextWebhook())
  assert.equal(event.type, "user.created")

  assertOk(await app.sendForgotPasswordEmail(EMAIL, { callbackUrl: "http://localhost:3000/handler/password-reset" }))
  const password = "a new and longer password"
  const code = await codeFromMailbox(service, EMAIL, "password_reset")
  assertOk(await app.resetPassword({ code, password }))
  assertOk(await app.signInWithCredential({ email: EMAIL, password }))

  const user = await app.getUser()
  assert.equal(user?.primaryEmailVerified, true)
  const { accessToken } = await user.getAuthJson()
  await registerAndUsePasskey(service, user.id, accessToken ?? "")

  const secret = Buffer.from("12345678901234567890")
  await user.update({ totpMultiFactorSecret: new Uint8Array(secret) })
  const first = await app.signInWithCredential({ email: EMAIL, password })
  assert.ok(first.status === "error" && first.error._tag === "MultiFactorAuthenticationRequired", "the second factor")
  const totp = totpCode(Redacted.make(secret.toString("base64")), stepAt(Date.now()))
  assertOk(await app.completeMultiFactor({ error: first.error, totp }))
}

function assertOk(result: { readonly status: string; readonly error?: unknown }): void {
  assert.equal(result.status, "ok", String(result.error))
}
