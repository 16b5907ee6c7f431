/**
 * The same application on Express, Fastify and Hono: a public page, an endpoint, a page for signed-in users, and one
 * that sets `Cache-Control`. Routes read the session twice, as an application with middleware of several modules does.
 */
import { serve } from "@hono/node-server"
import express from "express"
import Fastify from "fastify"
import { Hono } from "hono"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"
import { createKeystile as createForExpress } from "../../adapters/express.ts"
import { createKeystile as createForFastify } from "../../adapters/fastify.ts"
import { createKeystile as createForHono } from "../../adapters/hono.ts"
import type { KeystileOptions, MaybeSession } from "../../adapters/request-sessions.ts"

/** Starts an application until the test ends, and returns its origin. */
export type Start = (options: KeystileOptions) => Promise<string>

/** What a page sets that all users share. */
export const SHARED = "public, max-age=60"

/** Cookies in one array, which handlers set on every response. */
export const CLEARED = ["draft=; Max-Age=0", "promo=; Max-Age=0"]

const shown = (session: MaybeSession) =>
  session ? { user: session.claims.userId } : { user: session === null ? null : "unknown" }

const originOf = ({ port }: AddressInfo) => `http://127.0.0.1:${port}`

const addressOf = (address: AddressInfo | string | null): AddressInfo => {
  if (address === null || typeof address === "string") throw new Error("The server has no port.")
  return address
}

export const onExpress: Start = async (options) => {
  const keystile = createForExpress(options)
  const app = express()
  app.get("/", keystile.session(), keystile.session(), (request, response) => {
    response.cookie("theme", "dark")
    response.json(shown(keystile.sessionOf(request)))
  })
  app.get("/api/me", keystile.session(), keystile.requireSession(), (request, response) => {
    response.json({ user: keystile.requiredSessionOf(request).claims.userId })
  })
  app.get("/shared", keystile.session(), (_request, response) => {
    response.set("cache-control", SHARED)
    response.json({})
  })
  app.get("/shared/head", keystile.session(), (_request, response) => {
    response.writeHead(200, "Fine", { "cache-control": SHARED, "set-cookie": "theme=dark" })
    response.end("{}")
  })
  app.get("/shared/pairs", keystile.session(), (_request, response) => {
    response.writeHead(200, [
      ["cache-control", SHARED],
      ["set-cookie", "theme=dark"]
    ])
    response.end("{}")
  })
  app.get("/cleared", keystile.session(), (_request, response) => {
    response.setHeader("set-cookie", CLEARED)
    response.json({})
  })
  app.get("/cleared/head", keystile.session(), (_request, response) => {
    response.writeHead(200, { "set-cookie": CLEARED })
    response.end("{}")
  })
  app.get("/cleared/list", keystile.session(), (_request, response) => {
    response.writeHead(200, ["set-cookie", CLEARED])
    response.end("{}")
  })
  app.get("/shared/list", keystile.session(), (_request, response) => {
    response.setHeader("set-cookie", "theme=light")
    response.writeHead(200, ["cache-control", SHARED, "set-cookie", "theme=dark", "content-length", 2])
    response.end("{}")
  })
  app.all("/*notes", keystile.requireSession({ or: "redirect" }), (request, response) => {
    response.json({ user: keystile.requiredSessionOf(request).claims.userId })
  })
  const server = createServer((request, response) => void app(request, response)).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => new Promise((done) => server.close(() => done())))
  return originOf(addressOf(server.address()))
}

const onFastify: Start = async (options) => {
  const keystile = createForFastify(options)
  const app = Fastify()
  app.get("/", { preHandler: [keystile.session(), keystile.session()] }, (request, reply) => {
    reply.header("set-cookie", "theme=dark")
    return shown(keystile.sessionOf(request))
  })
  app.get("/api/me", { preHandler: [keystile.session(), keystile.requireSession()] }, (request) => ({
    user: keystile.requiredSessionOf(request).claims.userId
  }))
  app.get("/shared", { preHandler: keystile.session() }, (_request, reply) => {
    reply.header("cache-control", SHARED)
    return {}
  })
  app.get("/cleared", { preHandler: keystile.session() }, (_request, reply) => {
    reply.raw.setHeader("set-cookie", CLEARED)
    return {}
  })
  app.all("/*", { preHandler: keystile.requireSession({ or: "redirect" }) }, (request) => ({
    user: keystile.requiredSessionOf(request).claims.userId
  }))
  const origin = await app.listen({ port: 0, host: "127.0.0.1" })
  onTestFinished(() => app.close())
  return origin
}

export const onHono: Start = async (options) => {
  const keystile = createForHono(options)
  const app = new Hono()
    .get("/", keystile.session(), keystile.session(), ({ var: { session } }) =>
      // A response that Hono did not make, with a cookie of its own.
      Response.json(shown(session), { headers: { "set-cookie": "theme=dark" } })
    )
    .get("/api/me", keystile.session(), keystile.requireSession(), (c) => c.json({ user: c.var.session.claims.userId }))
    .get("/shared", keystile.session(), (c) => {
      c.header("cache-control", SHARED)
      return c.json({})
    })
    .get(
      "/shared/inner",
      keystile.session(),
      async (c, next) => {
        await next()
        c.header("cache-control", SHARED)
      },
      keystile.requireSession(),
      (c) => c.json({})
    )
    .get("/cleared", keystile.session(), (c) => {
      for (const line of CLEARED) c.header("set-cookie", line, { append: true })
      return c.json({})
    })
    .all("/*", keystile.requireSession({ or: "redirect" }), (c) => c.json({ user: c.var.session.claims.userId }))
  return new Promise((done) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, (info) => done(originOf(info)))
    onTestFinished(() => new Promise((closed) => server.close(() => closed())))
  })
}

export const applications: ReadonlyArray<readonly [name: string, start: Start]> = [
  ["Express", onExpress],
  ["Fastify", onFastify],
  ["Hono", onHono]
]
