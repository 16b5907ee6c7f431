/**
 * Runs before each test file: notes which members of the SDK the tests in it use, in Effect and as promises, and which
 * known errors come back through them from a service. Only for whole runs: without a folder to write to, nothing is done.
 *
 * Nothing in the product knows of it: the modules that make tiers and apps are replaced by ones that wrap what they make.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { randomUUID } from "node:crypto"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, vi } from "vitest"
import type { Trace } from "../../core/http/tracing.ts"
import type { TierFacts } from "../../tiers/tier.ts"
import { given } from "./given.ts"
import { memberOf, type Note } from "./note.ts"

/** Where memory is measured, notes would weigh. */
const unrecorded = /heap/

const isRecorded = () => !unrecorded.test(expect.getState().testPath ?? "")
const folder = process.env["KEYSTILE_USES"]

if (folder !== undefined) {
  const notes = new Set<string>()
  const note = (one: Note) => void notes.add(JSON.stringify(one))
  // Answers of services in this process: an error is the service's own only if one was given meanwhile.
  let answers = 0
  const count = (message: unknown) => {
    if (typeof message === "object" && message !== null && "fault" in message && message.fault === null) answers++
  }
  subscribe("keystile:answered", count)
  afterAll(() => {
    unsubscribe("keystile:answered", count)
    if (notes.size === 0) return
    writeFileSync(join(folder, `${randomUUID()}.jsonl`), `${[...notes].join("\n")}\n`)
  })

  /** Notes the names in data, as deep as the lists go: `getUser` gives `getUser.displayName`. */
  const noteData = (form: "effect" | "promise", member: string, data: unknown, depth = 0) => {
    const [value] = Array.isArray(data) ? data : [data]
    if (typeof value !== "object" || value === null || depth > 2) return
    // What has methods is an object of its own.
    if (depth > 0 && Object.values(value).some((field) => typeof field === "function")) return
    const items: unknown = "items" in value ? value.items : undefined
    if (Array.isArray(items)) noteData(form, member, items, depth)
    for (const [name, inner] of Object.entries(value)) {
      // Metadata is the users' own.
      if (typeof inner === "function" || !/^[a-z]\w*$/i.test(name)) continue
      note({ kind: "used", form, member: `${member}.${name}`, how: "succeeded" })
      if (typeof inner === "object" && !/metadata|content/i.test(name)) noteData(form, `${member}.${name}`, inner, depth + 1)
    }
  }

  // ── In Effect ─────────────────────────────────────────────────────────────────────────────────────────────────────

  const Member = Context.Reference<string | null>("test/Member", { defaultValue: () => null })

  const noting = <A, E, R>(member: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      note({ kind: "used", form: "effect", member, how: "began" })
      return effect.pipe(
        Effect.provideService(Member, member),
        Effect.onExit((exit) =>
          Effect.sync(() => {
            if (Exit.isFailure(exit)) return
            note({ kind: "used", form: "effect", member, how: "succeeded" })
            noteData("effect", member, exit.value)
          })
        )
      )
    })

  /** The same calls, each of which notes that it was made. */
  const recorded = (value: unknown, member: string): unknown => {
    if (Effect.isEffect(value)) return noting(member, value)
    if (Stream.isStream(value)) {
      return value.pipe(
        Stream.tap((item) => Effect.sync(() => noteData("effect", member, item))),
        Stream.onExit((exit) =>
          Effect.sync(() => {
            if (Exit.isSuccess(exit)) note({ kind: "used", form: "effect", member, how: "succeeded" })
          })
        ),
        Stream.provideService(Member, member)
      )
    }
    if (typeof value === "function") {
      return (...input: ReadonlyArray<unknown>) => {
        note({ kind: "used", form: "effect", member, how: "began" })
        const result: unknown = value(...input)
        if (Effect.isEffect(result) || Stream.isStream(result)) return recorded(result, member)
        note({ kind: "used", form: "effect", member, how: "succeeded" })
        return member.endsWith(" ofUser") ? recordedGroup(result as object, member) : result
      }
    }
    return value
  }

  const recordedGroup = (group: object, prefix: string): object =>
    Object.fromEntries(
      Object.entries(group).map(([name, value]) => {
        const member = prefix.endsWith(" ") ? `${prefix}${name}` : `${prefix}.${name}`
        if (typeof value === "object" && value !== null && !Effect.isEffect(value)) {
          if (name === "asProjectOwner") {
            note({ kind: "used", form: "effect", member, how: "succeeded" })
            return [name, value]
          }
          if (name === "urls") note({ kind: "used", form: "effect", member, how: "succeeded" })
          return [name, name === "urls" ? value : recordedGroup(value, member)]
        }
        // `as` gives calls which are recorded themselves.
        return [name, name === "as" ? value : recorded(value, member)]
      })
    )

  const traced = (outer: Trace): Trace => (endpoint, call) =>
    outer(
      endpoint,
      Effect.suspend(() => {
        const before = answers
        return Effect.onExit(call, (exit) =>
          Effect.map(Member, (member) => {
            const declares = declaredBy(endpoint)
            if (member === null || declares.length === 0) return
            const failure = Exit.isFailure(exit) ? exit.cause.reasons.find((reason) => reason._tag === "Fail") : undefined
            const code = codeOf(failure?.error)
            const by = answers === before ? "script" : "service"
            // A refresh comes with any call, and is no part of it.
            const who = isRefresh(endpoint.name) && !member.endsWith("callOAuthCallback") ? "session" : member
            note({ kind: "met", member: who, endpoint: endpoint.name, declares, code, by })
          }))
      })
    )

  const isRefresh = (name: string) => name === "POST /auth/oauth/token"

  const declaredBy = (endpoint: object): ReadonlyArray<string> =>
    "errors" in endpoint && Array.isArray(endpoint.errors)
      ? endpoint.errors.map(({ code }: { readonly code: string }) => code)
      : []

  const codeOf = (error: unknown): string | null => {
    if (typeof error !== "object" || error === null || !("_tag" in error) || error._tag === "RequestError") return null
    return "code" in error && typeof error.code === "string" ? error.code : null
  }

  const recordedFacts = <Calls>(facts: TierFacts<Calls>): TierFacts<Calls> => ({
    ...facts,
    calls: (parts) => {
      const calls = facts.calls(parts)
      return isRecorded() ? recordedGroup(calls as object, memberOf(facts.tier, "")) as Calls : calls
    }
  })

  vi.doMock("../../tiers/tier.ts", async (load) => {
    const original = await load<typeof import("../../tiers/tier.ts")>()
    const { CallTrace } = await import("../../core/http/tracing.ts")
    const watched = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(CallTrace, (outer) => Effect.provideService(effect, CallTrace, tracedIf(outer)))
    const tracedIf = (outer: Trace) => isRecorded() ? traced(outer) : outer
    const layerWatched = Layer.effect(CallTrace, Effect.map(CallTrace, tracedIf))
    const replaced: Partial<typeof original> = {
      makeTier: (facts, options, environment) => watched(original.makeTier(recordedFacts(facts), options, environment)),
      makeOverFetch: (facts, options) => watched(original.makeOverFetch(recordedFacts(facts), options)),
      layerNoDeps: (service, facts, options) =>
        Layer.provide(original.layerNoDeps(service, recordedFacts(facts), options), layerWatched),
      layerConfig: (service, facts, options) =>
        Layer.provide(original.layerConfig(service, recordedFacts(facts), options), layerWatched)
    }
    return { ...original, ...replaced }
  })

  // ── As promises ───────────────────────────────────────────────────────────────────────────────────────────────────

  type Anything = (...input: ReadonlyArray<unknown>) => unknown
  const known = new WeakSet<object>()

  const recordedMethod = (method: Anything, kind: string, name: string): Anything => {
    const member = `${kind}.${name}`
    const recordedOne: Anything = (...input) => {
      note({ kind: "used", form: "promise", member, how: "began" })
      const ended = (value: unknown) => {
        note({ kind: "used", form: "promise", member, how: "succeeded" })
        return recordedObject(value, given(member, input))
      }
      const result = method(...input)
      return result instanceof Promise ? result.then(ended) : ended(result)
    }
    known.add(recordedOne)
    return recordedOne
  }

  const recordedFields = (fields: object, kind: string) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        if (typeof value === "function") {
          return [name, known.has(value) ? value : recordedMethod(value as Anything, kind, name)]
        }
        return [name, recordedObject(value, given(`${kind}.${name}`, []))]
      })
    )

  /** An object of the facade as one that notes the use of its methods; anything else as it is. */
  const recordedObject = (value: unknown, kind: string | null): unknown => {
    if (kind === null || typeof value !== "object" || value === null) return value
    if (Symbol.asyncIterator in value) {
      // Each walk through it begins anew.
      return { [Symbol.asyncIterator]: () => recordedEach(value as AsyncIterable<unknown>, kind) }
    }
    if (Array.isArray(value)) {
      const { length: _, ...rest } = Object.getOwnPropertyDescriptors(value)
      const named = Object.entries(rest).filter(([name]) => !/^\d+$/.test(name))
      for (const [name] of named) note({ kind: "used", form: "promise", member: `${kind}List.${name}`, how: "succeeded" })
      return Object.defineProperties(value.map((one) => recordedObject(one, kind)), Object.fromEntries(named))
    }
    if (kind.endsWith("App")) return recordedApp(value, kind)
    if (Object.getPrototypeOf(value) !== Object.prototype) return value
    noteData("promise", kind, value)
    const copy = recordedFields(value, kind)
    return Object.isFrozen(value) ? Object.freeze(copy) : copy
  }

  async function* recordedEach(all: AsyncIterable<unknown>, kind: string) {
    for await (const one of all) yield recordedObject(one, kind)
  }

  const recordedApp = (app: object, kind: string): object => {
    for (const [name, value] of Object.entries(app)) {
      if (name === "calls" || name.startsWith("_")) continue
      if (typeof value !== "function") note({ kind: "used", form: "promise", member: `${kind}.${name}`, how: "succeeded" })
      else if (!known.has(value)) Object.assign(app, { [name]: recordedMethod(value as Anything, kind, name) })
    }
    return app
  }

  const recordedClass = <Class extends new(...input: never) => object>(original: Class, kind: string): Class =>
    new Proxy(original, {
      construct: (target, input, newTarget) => {
        const isOwn = newTarget === proxies.get(kind)
        const app = Reflect.construct(target, input, isOwn ? target : newTarget) as object
        // An app of another tier records itself, when it is complete; a class of a test does not.
        return isOwn || !classes.has(newTarget) ? recordedApp(app, kind) : app
      }
    })
  const proxies = new Map<string, unknown>()
  const classes = new Set<unknown>()

  const replaceApp = <Class extends new(...input: never) => object>(original: Class, kind: string): Class => {
    const proxy = recordedClass(original, kind)
    proxies.set(kind, proxy)
    classes.add(original).add(proxy)
    return proxy
  }

  vi.doMock("../../tiers/promise/client-app.ts", async (load) => {
    const original = await load<typeof import("../../tiers/promise/client-app.ts")>()
    const ClientApp = replaceApp(original.ClientApp, "ClientApp")
    return { ...original, ClientApp, createClientApp: (options: never) => new ClientApp(options) }
  })
  vi.doMock("../../tiers/promise/server-app.ts", async (load) => {
    const original = await load<typeof import("../../tiers/promise/server-app.ts")>()
    const ServerApp = replaceApp(original.ServerApp, "ServerApp")
    return { ...original, ServerApp, createServerApp: (options: never) => new ServerApp(options) }
  })
  vi.doMock("../../tiers/promise/admin-app.ts", async (load) => {
    const original = await load<typeof import("../../tiers/promise/admin-app.ts")>()
    const AdminApp = replaceApp(original.AdminApp, "AdminApp")
    return { ...original, AdminApp, createAdminApp: (options: never) => new AdminApp(options) }
  })
}
