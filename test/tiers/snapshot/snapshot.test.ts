/** Snapshots: what a server reads for a request, the requests that it sends, and how a snapshot is decoded. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import type { Tokens } from "../../../core/session/tokens.ts"
import {
  readSnapshot,
  type ReadSnapshotOptions,
  type Snapshot,
  snapshotText,
  takeSnapshot
} from "../../../react/server/index.ts"
import * as Testing from "../../../testing/index.ts"
import * as Client from "../../../tiers/client.ts"
import { loadModules } from "../../../core/loading/lazy-module.ts"
import { sessionMark } from "../../../tiers/snapshot/snapshot.ts"
import { scripted } from "../../core/scripted-transport.ts"
import { Transport } from "../../../core/http/transport.ts"

beforeAll(() => Effect.runPromise(loadModules))

const ada = { email: "ada@example.com", password: "correct horse" }
const ME = "GET /api/v1/users/me"
const PROJECT = "GET /api/v1/projects/current"
const REFRESH = "POST /api/v1/auth/oauth/token"

const cookiesOf = (projectId: string, { accessToken, refreshToken }: Tokens) => {
  const [access, refresh] = [accessToken && Redacted.value(accessToken), refreshToken && Redacted.value(refreshToken)]
  return `stack-refresh-${projectId}=${refresh}; stack-access=${encodeURIComponent(JSON.stringify([refresh, access]))}`
}

/** A request with a session, and the log of the service. */
const signedIn = Effect.gen(function* () {
  const client = yield* Client.Client
  yield* client.signInWithCredential(ada)
  const tokens = yield* client.stored
  const log = yield* Testing.RequestLog
  return { client, log, tokens, request: () => ({ headers: { cookie: cookiesOf(client.projectId, tokens) } }) }
})

const userOf = (snapshot: Snapshot) =>
  Effect.runSync(readSnapshot(JSON.parse(JSON.stringify(snapshot)), snapshot.projectId)).user

describe("a snapshot", () => {
  it.effect("contains user and project of the request as plain data, and no token", () =>
    Effect.gen(function* () {
      const { client, request, tokens } = yield* signedIn
      const snapshot = yield* takeSnapshot(request())
      const read = yield* readSnapshot(JSON.parse(JSON.stringify(snapshot)), client.projectId)
      assert.deepStrictEqual(read.user, yield* client.getUser)
      assert.deepStrictEqual(read.project, yield* client.getProject)
      assert.strictEqual(read.session, sessionMark(tokens))
      for (const token of [tokens.accessToken, tokens.refreshToken]) {
        const text = token === null ? "" : Redacted.value(token)
        // Not even a part that could be guessed from.
        for (let at = 0; at + 8 <= text.length; at += 4) {
          assert.notInclude(JSON.stringify(snapshot), text.slice(at, at + 8))
        }
      }
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )

  it.effect("of a request without a session has no user, and sends no request for one", () =>
    Effect.gen(function* () {
      const log = yield* Testing.RequestLog
      const snapshot = yield* takeSnapshot(new Request("http://app.test/"))
      assert.isNull(snapshot.user)
      assert.isNull(snapshot.session)
      assert.strictEqual(yield* log.count(ME), 0)
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("contains a restricted or anonymous user, whom a server reads only if it includes them", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const take = Effect.gen(function* () {
        const snapshot = yield* takeSnapshot({ headers: { cookie: cookiesOf(client.projectId, yield* client.stored) } })
        const id = (yield* client.getSessionUser)?.id
        const idWith = (options?: ReadSnapshotOptions) =>
          Effect.runSync(readSnapshot(snapshot, client.projectId, options)).user?.id
        assert.strictEqual(Reflect.get(Object(snapshot.user), "id"), id)
        assert.isUndefined(idWith())
        assert.strictEqual(idWith({ or: "anonymous-if-exists" }), id)
        return { id, restricted: idWith({ includeRestricted: true }) }
      })
      yield* client.signInWithCredential(ada)
      const restricted = yield* take
      assert.strictEqual(restricted.restricted, restricted.id)
      yield* client.signOut
      yield* client.signUpAnonymously()
      assert.isUndefined((yield* take).restricted)
    }).pipe(Effect.provide(Testing.layer({ users: [{ ...ada, restrictedByAdmin: true }] })))
  )

  it.effect("of an ended session has no user, and still marks the session of the browser", () =>
    Effect.gen(function* () {
      const { client, request, tokens } = yield* signedIn
      yield* client.signOut
      yield* TestClock.adjust("10 minutes")
      const snapshot = yield* takeSnapshot(request())
      assert.isNull(snapshot.user)
      assert.strictEqual(snapshot.session, sessionMark(tokens))
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )

  it.effect("sends one refresh and one read of the user, however often a page takes it", () =>
    Effect.gen(function* () {
      const { log, request } = yield* signedIn
      yield* TestClock.adjust("1 hour")
      const before = {
        me: yield* log.count(ME),
        project: yield* log.count(PROJECT),
        refresh: yield* log.count(REFRESH)
      }
      // Frameworks wrap the headers anew for each part.
      const all = yield* Effect.all(
        Array.from({ length: 20 }, () => takeSnapshot(request())),
        { concurrency: "unbounded" }
      )
      for (const snapshot of all) assert.strictEqual(userOf(snapshot)?.primaryEmail, ada.email)
      assert.strictEqual((yield* log.count(REFRESH)) - before.refresh, 1)
      assert.strictEqual((yield* log.count(PROJECT)) - before.project, 1)
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )

  it.effect("reads the project every 30 seconds, not for every page", () =>
    Effect.gen(function* () {
      const { log, request } = yield* signedIn
      const before = yield* log.count(PROJECT)
      for (let page = 0; page < 5; page++) yield* takeSnapshot(request())
      assert.strictEqual((yield* log.count(PROJECT)) - before, 1)
      yield* TestClock.adjust("30 seconds")
      yield* takeSnapshot(request())
      assert.strictEqual((yield* log.count(PROJECT)) - before, 2)
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )

  it.effect("shares nothing with the next request", () =>
    Effect.gen(function* () {
      const { request } = yield* signedIn
      assert.strictEqual(userOf(yield* takeSnapshot(request()))?.primaryEmail, ada.email)
      const next = yield* takeSnapshot(new Request("http://app.test/"))
      assert.isNull(next.user)
      assert.notInclude(JSON.stringify(next), ada.email)
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )

  it.effect("writes a renewed token where cookies can be set, and skips it elsewhere", () =>
    Effect.gen(function* () {
      const { request } = yield* signedIn
      yield* TestClock.adjust("1 hour")
      const written = new Map<string, string>()
      const allowed = { set: (name: string, value: string) => void written.set(name, value) }
      const forbidden = {
        set: () => {
          throw new Error("Cookies can only be modified in a Server Action or Route Handler.")
        }
      }
      const inComponent = yield* takeSnapshot({ request: request(), setCookie: forbidden })
      assert.strictEqual(userOf(inComponent)?.primaryEmail, ada.email)
      yield* TestClock.adjust("1 hour")
      yield* takeSnapshot({ request: request(), setCookie: allowed })
      assert.match(written.get("stack-access") ?? "", /^\["\w+","[\w.-]+"\]$/)
    }).pipe(Effect.provide(Testing.layer({ users: [ada] })))
  )

  it.effect("leaves out data that the service does not return within three seconds", () => {
    const network = scripted(() => ({ status: 200, body: "null", afterMillis: 60_000 }))
    return Effect.gen(function* () {
      const taken = yield* Effect.forkChild(takeSnapshot({ headers: { cookie: `stack-refresh-p=${"r".repeat(45)}` } }))
      yield* TestClock.adjust("3 seconds")
      const snapshot = taken.pollUnsafe()
      assert.strictEqual(snapshot?._tag, "Success")
      if (snapshot?._tag !== "Success") return
      assert.deepStrictEqual(Object.keys(snapshot.value), ["version", "projectId", "session"])
      assert.isNotNull(snapshot.value.session)
    }).pipe(
      Effect.provide(
        Client.layerNoDeps({
          projectId: "p",
          publishableClientKey: "pck_x",
          baseUrl: "http://service.test",
          tokenStore: null
        })
      ),
      Effect.provideService(Transport, network.transport)
    )
  })
})

describe("a received snapshot", () => {
  const problemOf = (snapshot: unknown) =>
    Effect.runSync(
      Effect.match(readSnapshot(snapshot, "p"), { onSuccess: () => "read", onFailure: ({ problem }) => problem })
    )
  const nested = () => {
    let metadata: unknown = null
    for (let depth = 0; depth < 100_000; depth++) metadata = [metadata]
    return metadata
  }

  it.each([
    ["nothing", undefined],
    ["text", "{}"],
    ["a list", []],
    ["an empty object", {}],
    ["another version", { version: 2, projectId: "p", session: null }],
    ["a session that is no mark", { version: 1, projectId: "p", session: { a: 1 } }],
    ["a user without fields", { version: 1, projectId: "p", session: null, user: {} }],
    ["a user that is a text", { version: 1, projectId: "p", session: null, user: "<script>" }],
    ["a project that is a number", { version: 1, projectId: "p", session: null, project: 1 }],
    ["metadata deeper than any stack", { version: 1, projectId: "p", session: null, project: nested() }]
  ])("is refused if it is %s", (_, snapshot) => assert.strictEqual(problemOf(snapshot), "no-snapshot"))

  it("is rejected if it belongs to another project", () =>
    assert.strictEqual(problemOf({ version: 1, projectId: "q", session: null }), "other-project"))

  it("is read if it is empty because the service did not respond", () =>
    assert.strictEqual(problemOf({ version: 1, projectId: "p", session: null }), "read"))

  it("cannot close the script element around it", () => {
    const snapshot: Snapshot = {
      version: 1,
      projectId: "p",
      session: null,
      user: { a: "</script><script>alert(1)<!--" }
    }
    assert.notInclude(snapshotText(snapshot), "<")
    assert.deepStrictEqual(JSON.parse(snapshotText(snapshot)), snapshot)
  })
})

describe("the fingerprint of a session", () => {
  const mark = (refresh: string | null, access: string | null = null) =>
    sessionMark({
      refreshToken: refresh && Redacted.make(refresh),
      accessToken: access && Redacted.make(access)
    } as Tokens)

  it("depends on the refresh token only, not on the access token", () => {
    assert.strictEqual(mark("r", "a"), mark("r"))
    assert.notStrictEqual(mark("r", "a"), mark(null, "a"))
    assert.isNull(mark(null))
  })

  it("is different for different sessions", () => {
    const marks = new Set(Array.from({ length: 50_000 }, (_, at) => mark(`refresh-token-${at}`)))
    assert.strictEqual(marks.size, 50_000)
  })
})
