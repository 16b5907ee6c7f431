/** The webhook event of each change. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Webhook } from "svix"
import * as Webhooks from "../../../tiers/webhooks/index.ts"
import { readId } from "../responses.ts"
import { asAdmin, asServer, send, service, signIn, signUp, updateMe, USER_ID, withToken } from "../fixture.ts"
import { messages, fakeNetwork, payloadsOf, SECRET, settle, serviceWithWebhooks, typesOf, URL_A } from "./fixture.ts"

/** Calls the service in the server tier. */
const call = Effect.fnUntraced(function* (method: string, path: string, json?: object) {
  const response = yield* send(method, `/api/v1${path}`, { headers: asServer, ...(json !== undefined && { json }) })
  assert.include([200, 201], response.status, `${method} ${path}: ${response.text}`)
  return response
})
const createEntity = (path: string, json: object) =>
  Effect.flatMap(call("POST", path, json), (response) => readId(response.json))

describe("webhooks", () => {
  it.effect("are sent for changes of users, teams and memberships with the documented payloads", () => {
    const net = fakeNetwork()
    return Effect.gen(function* () {
      const eve = yield* createEntity("/users", { primary_email: "eve@example.com", display_name: "Eve" })
      yield* call("PATCH", `/users/${eve}`, { display_name: "Evelyn", primary_email: "evelyn@example.com" })
      const team = yield* createEntity("/teams", { display_name: "Orchard", creator_user_id: USER_ID })
      yield* call("PATCH", `/teams/${team}`, { display_name: "Old orchard" })
      yield* call("POST", `/team-memberships/${team}/${eve}`, {})
      yield* call("DELETE", `/team-memberships/${team}/${eve}`)
      yield* call("POST", `/team-memberships/${team}/${eve}`, {})
      yield* call("DELETE", `/users/${eve}`)
      yield* call("DELETE", `/teams/${team}`)
      yield* settle
      const events = payloadsOf(net.received)
      assert.sameMembers(
        events.map(({ type }) => type),
        [
          "user.created",
          "user.updated",
          "team.created",
          "team.updated",
          "team_membership.created",
          "team_permission.created",
          "team_membership.deleted",
          "team_membership.created",
          "team_permission.created",
          "team_membership.deleted",
          "user.deleted",
          "team.deleted"
        ]
      )
      const dataOf = (type: string) => events.find((event) => event.type === type)?.data
      assert.deepInclude(dataOf("user.created"), { id: eve, primary_email: "eve@example.com", display_name: "Eve" })
      assert.deepInclude(dataOf("user.updated"), {
        id: eve,
        primary_email: "evelyn@example.com",
        display_name: "Evelyn"
      })
      assert.deepInclude(dataOf("team.created"), { id: team, display_name: "Orchard", server_metadata: null })
      assert.deepInclude(dataOf("team.updated"), { id: team, display_name: "Old orchard" })
      assert.deepStrictEqual(dataOf("team_membership.created"), { team_id: team, user_id: eve })
      assert.deepStrictEqual(dataOf("team_permission.created"), { id: "member", user_id: eve, team_id: team })
      assert.deepStrictEqual(dataOf("user.deleted"), { id: eve, teams: [{ id: team }] })
      assert.deepStrictEqual(dataOf("team.deleted"), { id: team })
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("are sent for each membership that ends with its user, and for none that ends with its team", () => {
    const net = fakeNetwork()
    return Effect.gen(function* () {
      const eve = yield* createEntity("/users", { primary_email: "eve@example.com" })
      const teams: Array<string> = []
      for (const name of ["Orchard", "Meadow"]) {
        const team = yield* createEntity("/teams", { display_name: name })
        yield* call("POST", `/team-memberships/${team}/${eve}`, {})
        yield* call("POST", `/team-memberships/${team}/${USER_ID}`, {})
        teams.push(team)
      }
      // Both have the same time on the test clock, so their ids decide the order.
      teams.sort()
      yield* settle
      const before = net.received.length
      yield* call("DELETE", `/users/${eve}`)
      yield* settle
      const ended = payloadsOf(net.received.slice(before))
      assert.sameDeepMembers(ended, [
        ...teams.map((team_id) => ({ type: "team_membership.deleted", data: { team_id, user_id: eve } })),
        { type: "user.deleted", data: { id: eve, teams: teams.map((id) => ({ id })) } }
      ])
      yield* call("DELETE", `/teams/${teams[0]}`)
      yield* settle
      assert.deepStrictEqual(typesOf(net.received.slice(before + ended.length)), ["team.deleted"])
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("are sent for each permission that is granted or revoked, and only then", () => {
    const net = fakeNetwork()
    return Effect.gen(function* () {
      const define = (scope: string, id: string) =>
        Effect.asVoid(send("POST", `/api/v1/${scope}-permission-definitions`, { headers: asAdmin, json: { id } }))
      yield* define("team", "edit")
      yield* define("project", "staff")
      yield* define("project", "beta")
      yield* send("PATCH", "/api/v1/projects/current", {
        headers: asAdmin,
        json: { config: { user_default_permissions: [{ id: "beta" }] } }
      })
      const team = yield* createEntity("/teams", { display_name: "Orchard", creator_user_id: USER_ID })
      for (const path of [`/team-permissions/${team}/${USER_ID}/edit`, `/project-permissions/${USER_ID}/staff`]) {
        yield* call("POST", path, {})
        yield* call("POST", path, {})
        yield* call("DELETE", path)
        yield* send("DELETE", `/api/v1${path}`, { headers: asServer })
      }
      const kay = yield* createEntity("/users", { display_name: "Kay" })
      yield* settle
      const ofTeam = { id: "edit", user_id: USER_ID, team_id: team }
      const ofProject = { id: "staff", user_id: USER_ID }
      assert.sameDeepMembers(
        payloadsOf(net.received).filter(({ type }) => type.includes("permission")),
        [
          { type: "team_permission.created", data: ofTeam },
          { type: "team_permission.deleted", data: ofTeam },
          { type: "project_permission.created", data: ofProject },
          { type: "project_permission.deleted", data: ofProject },
          { type: "project_permission.created", data: { id: "beta", user_id: kay } }
        ]
      )
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("are verified by the svix package and by keystile/webhooks", () => {
    const net = fakeNetwork()
    return Effect.gen(function* () {
      // `svix` uses the real clock.
      yield* TestClock.setTime(Date.now())
      yield* signUp("new@example.com")
      yield* settle
      const [posted] = net.received
      assert.isDefined(posted)
      const { body, headers, url } = posted ?? { body: "", headers: {}, url: "" }
      assert.strictEqual(url, URL_A)
      assert.match(headers["svix-id"] ?? "", /^msg_[0-9A-Za-z]{27}$/)
      assert.strictEqual((yield* messages())[0]?.id, headers["svix-id"])
      const read = new Webhook(SECRET).verify(body, headers)
      assert.deepInclude(read, { type: "user.created" })
      assert.throws(() => new Webhook("whsec_b3RoZXJvdGhlcm90aGVyb3RoZXI=").verify(body, headers))
      assert.throws(() => new Webhook(SECRET).verify(`${body} `, headers))
      const webhooks = yield* Webhooks.make({ secret: SECRET })
      const event = yield* webhooks.verify({ headers, body })
      assert.strictEqual(event.type, "user.created")
      assert.strictEqual(event.type === "user.created" && event.data.primaryEmail, "new@example.com")
      assert.strictEqual(event.messageId, headers["svix-id"])
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("contain the state at the end of a request, once per resource", () => {
    const net = fakeNetwork()
    return Effect.gen(function* () {
      const user = {
        primary_email: "kay@example.com",
        oauth_providers: [{ id: "github", account_id: "1", email: "k@example.com" }]
      }
      yield* createEntity("/users", user)
      yield* settle
      // The user with the address and the account that are inserted later, and their team.
      const [one, two] = payloadsOf(net.received).toSorted((a, b) => (a.type < b.type ? 1 : -1))
      assert.strictEqual(net.received.length, 2)
      assert.deepInclude(one, { type: "user.created" })
      assert.deepInclude(one?.data, { primary_email: "kay@example.com" })
      assert.match(JSON.stringify(one?.data), /github/)
      assert.deepInclude(two, { type: "team.created" })
    }).pipe(
      Effect.provide(
        serviceWithWebhooks(net, {
          config: { createTeamOnSignUp: true, oauthProviders: [{ type: "shared", id: "github" }] }
        })
      )
    )
  })

  it.effect(
    "are sent for every change of the current user by every endpoint, except for those that Stack Auth omits",
    () => {
      const net = fakeNetwork()
      return Effect.gen(function* () {
        const { access_token } = yield* signIn()
        yield* updateMe(withToken(access_token), { display_name: "Ada" })
        yield* call("POST", "/contact-channels", {
          user_id: USER_ID,
          type: "email",
          value: "more@example.com",
          used_for_auth: false
        })
        const team = yield* createEntity("/teams", { display_name: "Orchard", creator_user_id: USER_ID })
        yield* call("PATCH", `/team-member-profiles/${team}/${USER_ID}`, { display_name: "A." })
        yield* settle
        assert.deepStrictEqual(typesOf(net.received).toSorted(), ["team.created", "user.updated"])
        const [updated] = payloadsOf(net.received).filter(({ type }) => type === "user.updated")
        assert.deepInclude(updated?.data, { id: USER_ID, display_name: "Ada" })
      }).pipe(Effect.provide(serviceWithWebhooks(net)))
    }
  )

  it.effect("are not sent for rejected, rolled-back or empty changes", () => {
    const net = fakeNetwork()
    return Effect.gen(function* () {
      assert.strictEqual((yield* signUp("ada@example.com")).status, 409)
      const twice = { primary_email: "ada@example.com", primary_email_auth_enabled: true }
      assert.strictEqual((yield* send("POST", "/api/v1/users", { headers: asServer, json: twice })).status, 409)
      const unknownId = "99999999-9999-4999-8999-999999999999"
      const team = { display_name: "x", creator_user_id: unknownId }
      assert.isAtLeast((yield* send("POST", "/api/v1/teams", { headers: asServer, json: team })).status, 400)
      assert.strictEqual((yield* send("DELETE", `/api/v1/users/${unknownId}`, { headers: asServer })).status, 404)
      assert.strictEqual((yield* send("DELETE", `/api/v1/teams/${unknownId}`, { headers: asServer })).status, 404)
      yield* settle
      assert.deepStrictEqual(yield* messages(), [])
      assert.deepStrictEqual(net.received, [])
    }).pipe(Effect.provide(serviceWithWebhooks(net)))
  })

  it.effect("are not sent for other projects, for the seed, or without a target", () => {
    const net = fakeNetwork()
    return Effect.gen(function* () {
      yield* signUp("new@example.com")
      yield* settle
      assert.deepStrictEqual(yield* messages(), [])
      assert.deepStrictEqual(net.received, [])
    }).pipe(Effect.provide(service()), Effect.provide(net.layer))
  })
})
