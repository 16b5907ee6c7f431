/** Lists of users, teams and members with large images and metadata. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { asClient, asServer, send, service, signIn, USER_ID, ada } from "../fixture.ts"
import { idInCursor } from "../team-fixture.ts"

/** 1,000,000 characters. */
const LARGE = `data:image/gif;base64,${"R".repeat(999_978)}`
const SMALL = "https://images.example.com/ada.png"

const idOf = (number: number) => `bbbbbbbb-bbbb-4bbb-8bbb-${String(number).padStart(12, "0")}`

const readPage = Schema.decodeUnknownEffect(
  Schema.Struct({
    items: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        profile_image_url: Schema.NullOr(Schema.String),
        server_metadata: Schema.Unknown
      })
    ),
    is_paginated: Schema.Literal(true),
    pagination: Schema.Struct({ next_cursor: Schema.NullOr(Schema.String) })
  })
)

const page = Effect.fnUntraced(function* (target: string) {
  const { items, pagination } = yield* Effect.flatMap(send("GET", target, { headers: asServer }), ({ json }) =>
    readPage(json)
  )
  return { items, ids: items.map(({ id }) => id), next: pagination.next_cursor }
})

/** Users with images in the order of their sign-ups. */
const users = (images: ReadonlyArray<string>) =>
  images.map((profileImageUrl, index) => ({
    id: idOf(index),
    displayName: `User ${index}`,
    profileImageUrl,
    serverMetadata: { index },
    signedUpAt: new Date(index).toISOString()
  }))

const large = users(Array.from({ length: 40 }, (_, index) => (index % 10 === 3 ? SMALL : LARGE)))

describe("a page of users with large images", () => {
  it.effect("ends before 32 MB, with the cursor of the next page", () =>
    Effect.gen(function* () {
      const first = yield* page("/api/v1/users")
      assert.deepStrictEqual(
        first.ids,
        large.slice(0, 35).map(({ id }) => id)
      )
      assert.strictEqual(idInCursor(first.next), idOf(35))
      assert.deepStrictEqual(
        first.items.map(({ profile_image_url, server_metadata }) => [profile_image_url, server_metadata]),
        large.slice(0, 35).map(({ profileImageUrl, serverMetadata }) => [profileImageUrl, serverMetadata])
      )
      const second = yield* page(`/api/v1/users?cursor=${first.next}`)
      assert.deepStrictEqual(
        second.ids,
        large.slice(35).map(({ id }) => id)
      )
      assert.isNull(second.next)
    }).pipe(Effect.provide(service({ users: large })))
  )

  it.effect("ends early with a search and with a team, too", () =>
    Effect.gen(function* () {
      const members = large.map(({ id }) => ({ user: id }))
      const teamId = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"
      yield* Effect.gen(function* () {
        for (const query of ["query=user", `team_id=${teamId}`, "primary_email_verified=false"]) {
          const first = yield* page(`/api/v1/users?${query}&limit=1000&order_by=signed_up_at`)
          assert.deepStrictEqual([first.ids.length, idInCursor(first.next)], [35, idOf(35)], query)
        }
      }).pipe(Effect.provide(service({ users: large, teams: [{ id: teamId, displayName: "Team", members }] })))
    })
  )

  it.effect("has all users of its limit if they fit", () =>
    Effect.gen(function* () {
      const { ids, items, next } = yield* page("/api/v1/users?limit=20&desc=true&order_by=signed_up_at")
      assert.deepStrictEqual(
        ids,
        large
          .slice(20)
          .map(({ id }) => id)
          .toReversed()
      )
      assert.strictEqual(idInCursor(next), idOf(19))
      assert.strictEqual(items[0]?.profile_image_url, LARGE)
    }).pipe(Effect.provide(service({ users: large })))
  )
})

const teamId = (number: number) => `dddddddd-dddd-4ddd-8ddd-${String(number).padStart(12, "0")}`

const teams = Array.from({ length: 40 }, (_, index) => ({
  id: teamId(index),
  displayName: `Team ${index}`,
  profileImageUrl: LARGE,
  serverMetadata: { index },
  createdAt: new Date(index).toISOString(),
  members: index === 0 ? large.map(({ id }) => ({ user: id })) : []
}))

describe("a list of teams with large images", () => {
  it.effect("ends a page before 32 MB, with the cursor of the next page", () =>
    Effect.gen(function* () {
      for (const query of ["limit=1000", "limit=1000&query=team"]) {
        const first = yield* page(`/api/v1/teams?${query}`)
        assert.deepStrictEqual([first.ids.length, idInCursor(first.next)], [31, teamId(31)], query)
        assert.strictEqual(first.items[30]?.profile_image_url, LARGE)
        assert.deepStrictEqual(first.items[30]?.server_metadata, { index: 30 })
        const second = yield* page(`/api/v1/teams?${query}&cursor=${first.next}`)
        assert.deepStrictEqual([second.ids, second.next], [teams.slice(31).map(({ id }) => id), null], query)
      }
    }).pipe(Effect.provide(service({ teams, users: large })))
  )

  it.effect("is refused without a limit, with what to do", () =>
    Effect.gen(function* () {
      const { status, text } = yield* send("GET", "/api/v1/teams", { headers: asServer })
      assert.strictEqual(status, 400)
      assert.include(text, "Send a limit")
      const last = yield* send("GET", `/api/v1/teams?cursor=${teamId(20)}`, { headers: asServer })
      assert.strictEqual(last.status, 200)
    }).pipe(Effect.provide(service({ teams, users: large })))
  )
})

describe("a list with much metadata", () => {
  const metadata = Array.from({ length: 300_000 }, () => [])
  const project = {
    users: Array.from({ length: 8 }, (_, index) => ({
      id: idOf(index),
      ...(index === 0 && ada),
      serverMetadata: metadata,
      signedUpAt: new Date(index).toISOString()
    })),
    teams: Array.from({ length: 8 }, (_, index) => ({
      id: teamId(index),
      displayName: "Team",
      clientMetadata: metadata,
      members: [{ user: idOf(0) }]
    }))
  }

  it.effect("is limited to 4 MB of it, because parsed JSON takes more memory than its text", () =>
    Effect.gen(function* () {
      const first = yield* page("/api/v1/users")
      assert.deepStrictEqual([first.ids.length, idInCursor(first.next)], [4, idOf(4)])
      assert.deepStrictEqual(first.items[3]?.server_metadata, metadata)
      const { access_token } = yield* signIn(ada)
      const headers = { ...asClient, "x-stack-access-token": access_token }
      const { status, text } = yield* send("GET", "/api/v1/teams?user_id=me", { headers })
      assert.strictEqual(status, 400)
      assert.include(text, "too large for a list")
    }).pipe(Effect.provide(service(project)))
  )
})

const readMembers = Schema.decodeUnknownEffect(
  Schema.Struct({
    items: Schema.Array(Schema.Struct({ user_id: Schema.String, profile_image_url: Schema.NullOr(Schema.String) }))
  })
)

describe("a list of members with large images", () => {
  const project = {
    users: [{ id: USER_ID, ...ada }, ...large],
    teams: [
      {
        id: teamId(0),
        displayName: "Team",
        members: [{ user: USER_ID, profileImageUrl: SMALL }, ...large.map(({ id }) => ({ user: id }))]
      }
    ]
  }

  it.effect("is refused with their users, with what to do", () =>
    Effect.gen(function* () {
      const all = yield* send("GET", `/api/v1/team-member-profiles?team_id=${teamId(0)}`, { headers: asServer })
      assert.strictEqual(all.status, 400)
      assert.include(all.text, "in pages with GET /users")
      const one = yield* send("GET", `/api/v1/team-member-profiles?user_id=${idOf(0)}`, { headers: asServer })
      assert.strictEqual(one.status, 200)
      assert.include(one.text, LARGE)
    }).pipe(Effect.provide(service(project)))
  )

  it.effect("has all members for each other, without the images that do not fit in 6 MB", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn(ada)
      const headers = { ...asClient, "x-stack-access-token": access_token }
      for (const path of ["team-member-profiles", "team-members"]) {
        const { json } = yield* send("GET", `/api/v1/${path}?team_id=${teamId(0)}`, { headers })
        const { items } = yield* readMembers(json)
        assert.lengthOf(items, 41, path)
        const images = items.map((item) => item.profile_image_url)
        assert.lengthOf(
          images.filter((image) => image === SMALL),
          5,
          path
        )
        assert.lengthOf(
          images.filter((image) => image === LARGE),
          5,
          path
        )
        assert.lengthOf(
          images.filter((image) => image === null),
          31,
          path
        )
      }
    }).pipe(Effect.provide(service(project)))
  )
})
