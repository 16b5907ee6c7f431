/** The command `keystile webhooks`, run as operators run it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { createWebhookVerifier } from "../../tiers/webhooks/index.ts"
import { makeRawClient } from "../service/raw-client.ts"
import { asServer, PROJECT_ID } from "../service/fixture.ts"
import { webhookReceiver } from "../service/webhook-receiver.ts"
import { makeSeededInstallation } from "./installation.ts"
import { type Environment, run } from "./keystile-process.ts"
import { serve } from "./serve-process.ts"

const given = "whsec_Y0FuQXJZLW9mLXRoZS13ZWJob29rcy0wMTIzNDU2Nzg5"

/** Makes an installation with a project, whose webhooks may be sent to this machine. */
const installation = Effect.map(makeSeededInstallation({ KEYSTILE_PRIVATE_WEBHOOKS: "true" }), (made) => ({
  ...made,
  webhooks: (args: ReadonlyArray<string>, additional: Environment = {}) =>
    run(["webhooks", ...args], { ...made.environment, ...additional })
}))

const decode = <A, I>(schema: Schema.Codec<A, I>, text: string) =>
  Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text)

const NewTarget = Schema.Struct({ id: Schema.String, url: Schema.String, secret: Schema.String })
const Messages = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    type: Schema.String,
    deliveries: Schema.Array(Schema.Struct({ state: Schema.String, attempts: Schema.Int }))
  })
)
const AuditLine = Schema.fromJsonString(Schema.Struct({ action: Schema.String, project_id: Schema.String }))
const Whole = Schema.Struct({ payload: Schema.String, attempts: Schema.Array(Schema.Struct({ status: Schema.Int })) })

describe("keystile webhooks", { timeout: 180_000 }, () => {
  it.live("adds a target to which the running service sends, and sends a message again", () =>
    Effect.gen(function* () {
      const { environment, keystile, url, webhooks } = yield* installation
      const receiver = yield* webhookReceiver
      yield* serve(environment)
      const added = yield* webhooks(["add", PROJECT_ID, receiver.url, "--json"])
      assert.strictEqual(added.code, 0, added.stderr)
      const target = yield* decode(NewTarget, added.stdout)
      assert.match(target.secret, /^whsec_/)

      const client = makeRawClient(url)
      const created = yield* client.send("POST", "/api/v1/users", { primary_email: "bea@example.com" }, asServer)
      assert.strictEqual(created.status, 201)
      const { id } = yield* Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))(created.json)
      const name = `user.created ${id}`
      assert.deepStrictEqual(yield* receiver.until([name], 30), [])
      const verifier = createWebhookVerifier({ secret: target.secret })
      const [request] = receiver.requests
      const event = yield* Effect.promise(() => verifier.verify(request ?? new Request(receiver.url)))
      assert.strictEqual(event.type, "user.created")

      const listed = yield* webhooks(["messages", PROJECT_ID, "--json"])
      const [message] = yield* decode(Messages, listed.stdout)
      assert.strictEqual(message?.type, "user.created")
      const again = yield* webhooks(["resend", PROJECT_ID, message?.id ?? ""])
      assert.strictEqual(again.code, 0, again.stderr)
      yield* Effect.repeat(
        Effect.sync(() => receiver.received.get(name) ?? 0),
        { until: (times) => times === 2, schedule: Schedule.spaced("50 millis") }
      )
      const shown = yield* decode(Whole, (yield* webhooks(["show", PROJECT_ID, message?.id ?? "", "--json"])).stdout)
      assert.include(shown.payload, id)
      assert.isAtLeast(shown.attempts.length, 1)

      assert.include((yield* webhooks(["list", PROJECT_ID])).stdout, `${target.id}  ${receiver.url}`)
      assert.notInclude((yield* webhooks(["list", PROJECT_ID, "--json"])).stdout, target.secret)
      assert.strictEqual((yield* webhooks(["remove", PROJECT_ID, target.id])).stdout, "Removed the target.\n")
      assert.include((yield* webhooks(["list", PROJECT_ID])).stdout, "The project has no target.")

      const { stdout } = yield* keystile("audit", "list", "--json")
      const recorded = stdout
        .trim()
        .split("\n")
        .map((line) => Schema.decodeUnknownSync(AuditLine)(line))
      const commands = recorded.filter(({ action }) => action.startsWith("keystile"))
      assert.deepStrictEqual(
        commands.toReversed(),
        ["add", "resend", "remove"].map((command) => ({
          action: `keystile webhooks ${command}`,
          project_id: PROJECT_ID
        }))
      )
    }).pipe(Effect.scoped)
  )

  it.live("takes the secret that receivers have already, and never prints it again", () =>
    Effect.gen(function* () {
      const { webhooks } = yield* installation
      const url = "https://larkspur.example/webhooks"
      const added = yield* webhooks(["add", PROJECT_ID, url, "--json"], { KEYSTILE_WEBHOOK_SECRET: given })
      assert.strictEqual((yield* decode(NewTarget, added.stdout)).secret, given)
      const twice = yield* webhooks(["add", PROJECT_ID, url], { KEYSTILE_WEBHOOK_SECRET: given })
      assert.strictEqual(twice.code, 1)
      assert.include(twice.stderr, "The project has a target with this URL already.")
      const listed = yield* webhooks(["list", PROJECT_ID, "--json"])
      assert.notInclude(twice.stdout + twice.stderr + listed.stdout, given)
    })
  )

  it.live("refuses what it cannot use, and changes nothing", () =>
    Effect.gen(function* () {
      const { webhooks } = yield* installation
      const isPublic = { KEYSTILE_PRIVATE_WEBHOOKS: "false" }
      const refusals: ReadonlyArray<readonly [ReadonlyArray<string>, Readonly<Record<string, string>>, string]> = [
        [["add", PROJECT_ID, "http://127.0.0.1:3000/"], isPublic, "The URL has to begin with https: and to have"],
        [["add", PROJECT_ID, "https://10.0.0.5/"], isPublic, "The URL has to begin with https: and to have a public"],
        [["add", PROJECT_ID, "https://user:cAnArY@larkspur.example/"], {}, "The URL has to be one without a user"],
        [["add", PROJECT_ID, "file:///etc/passwd"], {}, "The URL has to be one without a user"],
        [
          ["add", PROJECT_ID, "https://larkspur.example/"],
          { KEYSTILE_WEBHOOK_SECRET: "cAnArY" },
          "The secret has to be"
        ],
        [["add", "no-project", "https://larkspur.example/"], {}, "There is no project no-project."],
        [["list", "internal"], {}, "There is no project internal."],
        [["remove", PROJECT_ID, "no-target"], {}, "The project has no such target."],
        [["show", PROJECT_ID, "no-message"], {}, "The project has no such message"],
        [["resend", PROJECT_ID, "' OR 1=1"], {}, "The project has no such message"]
      ]
      for (const [args, environment, problem] of refusals) {
        const { code, stderr, stdout } = yield* webhooks(args, environment)
        assert.deepStrictEqual([code, stdout], [1, ""], args.join(" "))
        assert.include(stderr, problem)
        assert.notInclude(stderr, "cAnArY")
      }
      assert.include((yield* webhooks(["list", PROJECT_ID])).stdout, "The project has no target.")
    })
  )
})
