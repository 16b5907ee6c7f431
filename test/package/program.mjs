// A program of an application that depends on the package: signs up at the embedded service with the promise client,
// and uses the Effect client, a verified access token, the middleware of web frameworks, and the metrics of a mounted
// service.

import assert from "node:assert/strict"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import express from "express"
import Fastify from "fastify"
import { Hono } from "hono"
import * as Client from "keystile/client"
import { createKeystile as createForExpress } from "keystile/express"
import { createKeystile as createForFastify } from "keystile/fastify"
import { createKeystile as createForHono } from "keystile/hono"
import { createClientApp } from "keystile/promise"
import { createKeystile as createForReactRouter } from "keystile/react-router"
import { layerTest, listen, ProjectKeys } from "keystile/service"
import { createService, layer, readMetrics } from "keystile/service/production"
import { createSessionReader } from "keystile/verify"

const credential = { email: "ada@example.com", password: "correct horse" }

const byPromise = async (options) => {
  const app = createClientApp(options)
  const refused = await app.signInWithCredential(credential)
  assert.equal(refused.status, "error")
  assert.equal(refused.error._tag, "EmailPasswordMismatch")
  const result = await app.signUpWithCredential({ ...credential, verificationCallbackUrl: "http://localhost/verify" })
  assert.equal(result.status, "ok")
  const user = await app.getUser()
  assert.equal(user.primaryEmail, credential.email)
  return user.getAuthJson()
}

/** Reads the user id, the cookies and the cache directives of a response. */
const readResponse = async (response) => ({
  userId: await response.text(),
  cookies: response.headers.getSetCookie(),
  cacheControl: response.headers.get("cache-control")
})

const onExpress = async (options, headers) => {
  const keystile = createForExpress(options)
  const app = express()
  app.get("/", keystile.requireSession(), (request, response) => {
    response.send(keystile.requiredSessionOf(request).claims.userId)
  })
  const server = createServer(app).listen(0, "127.0.0.1")
  await once(server, "listening")
  const read = await readResponse(await fetch(`http://127.0.0.1:${server.address().port}/`, { headers }))
  server.closeAllConnections()
  server.close()
  return read
}

const onFastify = async (options, headers) => {
  const keystile = createForFastify(options)
  const app = Fastify()
  app.get(
    "/",
    { preHandler: keystile.requireSession() },
    (request) => keystile.requiredSessionOf(request).claims.userId
  )
  const { body, headers: sent } = await app.inject({ url: "/", headers })
  await app.close()
  return { userId: body, cookies: [sent["set-cookie"] ?? []].flat(), cacheControl: sent["cache-control"] }
}

const onHono = async (options, headers) => {
  const keystile = createForHono(options)
  const app = new Hono().get("/", keystile.requireSession(), (c) => c.text(c.var.session.claims.userId))
  return readResponse(await app.request("/", { headers }))
}

const onReactRouter = async (options, headers) => {
  const keystile = createForReactRouter(options)
  const args = { context: {}, request: new Request("http://localhost/", { headers }) }
  const response = await keystile.middleware()(args, async () => {
    const user = await keystile.getUser(args.context)
    return new Response(user?.id)
  })
  return readResponse(response)
}

const mounted = async () => {
  const folder = mkdtempSync(join(tmpdir(), "keystile-"))
  const options = {
    publicUrl: "https://app.example.com/api/auth",
    database: join(folder, "keystile.db"),
    secrets: "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7",
    mail: "log"
  }
  const service = createService(options)
  const { status } = await service.handler(new Request(`${options.publicUrl}/health`))
  assert.equal(status, 200)
  const metrics = [await service.metrics()]
  await service.close()
  metrics.push(await Effect.runPromise(Effect.provide(readMetrics, layer(options))))
  for (const text of metrics) assert.match(text, /^keystile_queue_length\{queue="mails",state="failed"\} 0$/m)
  rmSync(folder, { recursive: true })
}

const program = Effect.gen(function* () {
  const { url } = yield* listen({ port: 0 })
  const [project] = yield* (yield* ProjectKeys).list
  const options = {
    projectId: project.id,
    publishableClientKey: project.publishableClientKey,
    baseUrl: url,
    tokenStore: "memory"
  }
  const { accessToken, refreshToken } = yield* Effect.promise(() => byPromise(options))

  const sessionOf = createSessionReader(options)
  const session = yield* Effect.promise(() =>
    sessionOf(new Request("http://localhost", { headers: { authorization: `Bearer ${accessToken}` } }))
  )

  const client = yield* Client.make(options)
  yield* client.signInWithCredential(credential)
  const user = yield* client.getUser
  assert.equal(session?.claims.userId, user?.id)

  const { tokenStore: _, ...ofProject } = options
  const headers = { cookie: `stack-refresh-${options.projectId}=${refreshToken}` }
  for (const application of [onExpress, onFastify, onHono, onReactRouter]) {
    const { cacheControl, cookies, userId } = yield* Effect.promise(() => application(ofProject, headers))
    assert.equal(userId, user?.id, application.name)
    // The session is refreshed, since the request has no access token.
    const hasAccessToken = cookies.some((cookie) => cookie.startsWith("stack-access="))
    assert.deepEqual([hasAccessToken, cacheControl], [true, "private, no-store"], application.name)
  }
})

// CommonJS: every supported Node loads ES modules with `require`.
assert.equal(typeof createRequire(import.meta.url)("keystile/verify").createSessionReader, "function")

const projectId = "11111111-1111-4111-8111-111111111111"
await Effect.runPromise(
  Effect.scoped(Effect.provide(program, layerTest({ seed: { projects: [{ id: projectId, displayName: "Test" }] } })))
)
await mounted()
process.stdout.write(`works on Node ${process.versions.node}\n`)
