/** Runs the example's backend on a port, with a service on another port. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { Backend } from "../../examples/effect-backend/src/backend.ts"
import { listen } from "../../service/index.ts"
import * as Testing from "../../testing/index.ts"
import { Admin } from "../../tiers/admin.ts"
import { Server } from "../../tiers/server.ts"

const backend = Layer.unwrap(
  Effect.gen(function* () {
    const { url } = yield* listen({ port: 0 })
    const { id, publishableClientKey, secretServerKey } = yield* Testing.TestProject
    return Backend.pipe(
      Layer.provide(
        ConfigProvider.layer(
          ConfigProvider.fromEnvRecord({
            PORT: "0",
            NEXT_PUBLIC_STACK_API_URL: url,
            NEXT_PUBLIC_STACK_PROJECT_ID: id,
            NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey,
            STACK_SECRET_SERVER_KEY: secretServerKey
          })
        )
      )
    )
  })
)

const layer = backend.pipe(Layer.provideMerge(Testing.layer()))

const ask = Effect.fnUntraced(function* (user: Testing.TestUser | null, path: string, payload?: unknown) {
  const { address } = yield* HttpServer.HttpServer
  const port = "port" in address ? address.port : assert.fail("no port")
  const tokens = user === null ? null : yield* Effect.orDie(user.client.tokens)
  const accessToken = tokens?.accessToken
  const response = yield* Effect.promise(() =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: payload === undefined ? "GET" : "POST",
      headers: {
        "content-type": "application/json",
        ...(accessToken && { authorization: `Bearer ${Redacted.value(accessToken)}` })
      },
      ...(payload !== undefined && { body: JSON.stringify(payload) })
    })
  )
  const body: unknown = yield* Effect.promise(() => response.json())
  return { status: response.status, body }
})

/** Creates a team whose creator may write and whose member may read. */
const readerAndWriter = Effect.gen(function* () {
  const { permissionDefinitions } = yield* Admin
  const { ofUser } = yield* Server
  const { creator, member, team } = yield* Testing.teamWithTwoMembers()
  yield* permissionDefinitions.create({ id: "read_note" })
  yield* permissionDefinitions.create({ id: "write_note", containedPermissionIds: ["read_note"] })
  yield* ofUser(creator.user.id).permissions.grant({ teamId: team.id, permissionId: "write_note" })
  yield* ofUser(member.user.id).permissions.grant({ teamId: team.id, permissionId: "read_note" })
  return { writer: creator, reader: member, notes: `/teams/${team.id}/notes` }
})

describe("examples/effect-backend", () => {
  it.live("allows writing and reading by permission", () =>
    Effect.gen(function* () {
      const { notes, reader, writer } = yield* readerAndWriter
      const note = { text: "Water the ferns", authorId: writer.user.id }
      assert.deepStrictEqual(yield* ask(writer, notes, { text: note.text }), { status: 200, body: note })
      assert.deepStrictEqual(yield* ask(reader, notes), { status: 200, body: [note] })
      assert.deepStrictEqual(yield* ask(reader, notes, { text: "Me too" }), {
        status: 403,
        body: { _tag: "PermissionMissing", permissionId: "write_note" }
      })
      assert.strictEqual((yield* ask(yield* Testing.newUser(), notes)).status, 403)
      assert.strictEqual((yield* ask(null, notes)).status, 401)
    }).pipe(Effect.provide(layer))
  )

  it.live("returns the current user", () =>
    Effect.gen(function* () {
      const user = yield* Testing.newUser({ displayName: "Ada" })
      assert.deepStrictEqual(yield* ask(user, "/me"), {
        status: 200,
        body: { id: user.user.id, displayName: "Ada" }
      })
    }).pipe(Effect.provide(layer))
  )

  it.live("responds with 503 while permissions cannot be read", () =>
    Effect.gen(function* () {
      const { notes, reader } = yield* readerAndWriter
      yield* ask(reader, notes)
      const faults = yield* Testing.Faults
      yield* faults.add({ kind: "serverError", path: "*/team-permissions*" })
      const { body, status } = yield* ask(reader, notes)
      assert.deepStrictEqual([status, body], [503, { _tag: "PermissionsUnavailable" }])
    }).pipe(Effect.provide(layer))
  )
})
