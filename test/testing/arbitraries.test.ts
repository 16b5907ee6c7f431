/** Generated errors and entities. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as PasswordApi from "../../core/api/password/sign-in.ts"
import { errorBody } from "../../core/errors/known-error.ts"
import { isKnownError, type KnownError, knownErrors } from "../../core/errors/known-errors.ts"
import { RequestError } from "../../core/errors/request-error.ts"
import { ApiKey } from "../../core/schema/api-key.ts"
import { ContactChannel } from "../../core/schema/contact-channel.ts"
import { EmailTemplate } from "../../core/schema/email-template.ts"
import { PermissionDefinition, ProjectPermission, TeamPermission } from "../../core/schema/permission.ts"
import { AdminProject } from "../../core/schema/admin-project.ts"
import { redacted } from "../../core/schema/fields/secret.ts"
import { NonEmpty } from "../../core/schema/fields/text.ts"
import { Project } from "../../core/schema/project.ts"
import { TeamInvitation, TeamMemberProfile } from "../../core/schema/team-member.ts"
import { ServerTeam } from "../../core/schema/server-team.ts"
import { Team } from "../../core/schema/team.ts"
import { ServerUser } from "../../core/schema/server-user.ts"
import { User } from "../../core/schema/user.ts"
import * as Testing from "../../testing/index.ts"

const wireOf = (error: KnownError) => {
  const known = knownErrors.find((one) => error instanceof one)
  return known === undefined
    ? Effect.die("the class is in the catalogue")
    : Effect.succeed(errorBody<KnownError>(known as never))
}

const overTheWire = (body: unknown): unknown => JSON.parse(JSON.stringify(body))

/** Generates this number of values. */
const many = <A>(arbitrary: Arbitrary.Arbitrary<A>, count: number) =>
  Arbitrary.sampleEffect(arbitrary, { count, seed: 7 })

describe("generated errors", () => {
  it.effect.prop(
    "round-trip through JSON",
    [Testing.arbitraryKnownError],
    ([error]) =>
      Effect.gen(function* () {
        assert.isTrue(isKnownError(error))
        const codec = yield* wireOf(error)
        const body = yield* Schema.encodeUnknownEffect(codec)(error)
        const back = yield* Schema.decodeUnknownEffect(codec)(overTheWire(body))
        assert.strictEqual(back._tag, error._tag)
        assert.strictEqual(back.message, error.message)
        assert.deepStrictEqual(JSON.stringify(back), JSON.stringify(error))
      }),
    { arbitrary: { runs: 300 } }
  )

  it.effect("cover every class", () =>
    Effect.gen(function* () {
      const errors = yield* many(Testing.arbitraryKnownError, 3000)
      assert.sameMembers(
        [...new Set(errors.map(({ code }) => code))],
        knownErrors.map(({ code }) => code)
      )
    })
  )

  it.effect("cover every reason of a failed request, with a message for each", () =>
    Effect.gen(function* () {
      const errors = yield* many(Testing.arbitraryRequestError, 600)
      assert.strictEqual(new Set(errors.map(({ reason }) => reason._tag)).size, 16)
      for (const { message } of errors) assert.isString(message)
    })
  )

  it.effect("cover every problem of tokens that are not stored, and every cause of a call that is not available", () =>
    Effect.gen(function* () {
      const reasons = (yield* many(Testing.arbitraryRequestError, 2000)).map(({ reason }) => reason)
      const problems = reasons.flatMap((reason) => (reason._tag === "TokensNotStored" ? [reason.problem] : []))
      const causes = reasons.flatMap((reason) => (reason._tag === "NotAvailable" ? [reason.cause] : []))
      assert.sameMembers([...new Set(problems)], ["cookie-too-large", "no-store", "storage-failed"])
      assert.sameMembers([...new Set(causes)], ["ownerSession", "ownerSignedOut", "server", "tier"])
    })
  )

  it.effect("of a call are those that it declares, and `RequestError`", () =>
    Effect.gen(function* () {
      const failures = yield* many(Testing.arbitraryFailure(PasswordApi.signIn), 200)
      const tags = new Set(failures.map((failure) => failure._tag))
      assert.sameMembers(
        [...tags],
        [
          "EmailPasswordMismatch",
          "MultiFactorAuthenticationRequired",
          "PasswordAuthenticationNotEnabled",
          "RequestError"
        ]
      )
      assert.isTrue(failures.some((failure) => failure instanceof RequestError))
    })
  )
})

const entities = [
  ["users", Testing.arbitraryUser, User],
  ["users of the server", Testing.arbitraryServerUser, ServerUser],
  ["teams", Testing.arbitraryTeam, Team],
  ["teams of the server", Testing.arbitraryServerTeam, ServerTeam],
  ["projects", Testing.arbitraryProject, Project],
  ["projects of their owners", Testing.arbitraryAdminProject, AdminProject],
  ["contact channels", Testing.arbitraryContactChannel, ContactChannel],
  ["permissions", Testing.arbitraryTeamPermission, TeamPermission],
  ["permissions of the project", Testing.arbitraryProjectPermission, ProjectPermission],
  ["definitions of permissions", Testing.arbitraryTeamPermissionDefinition, PermissionDefinition],
  ["profiles of members", Testing.arbitraryTeamMemberProfile, TeamMemberProfile],
  ["invitations", Testing.arbitraryTeamInvitation, TeamInvitation],
  ["API keys", Testing.arbitraryApiKey, ApiKey],
  ["email templates", Testing.arbitraryEmailTemplate, EmailTemplate]
] as const

describe.each(entities)("generated %s", (_, arbitrary, schema) => {
  const codec = schema as unknown as Schema.Codec<unknown>
  it.effect.prop("round-trip through JSON", [arbitrary as Arbitrary.Arbitrary<unknown>], ([entity]) =>
    Effect.gen(function* () {
      const body = overTheWire(yield* Schema.encodeUnknownEffect(codec)(entity))
      const back = yield* Schema.decodeUnknownEffect(codec)(body)
      assert.deepStrictEqual(overTheWire(yield* Schema.encodeUnknownEffect(codec)(back)), body)
    })
  )
})

it.prop(
  "a generated secret obeys the rules of its text",
  [Arbitrary.schema(Schema.toType(redacted(NonEmpty)))],
  ([secret]) => {
    assert.isAbove(Redacted.value(secret).length, 0)
  },
  { arbitrary: { runs: 1000 } }
)

it.prop("a generated user has a consistent selected team", [Testing.arbitraryUser], ([user]) => {
  assert.strictEqual(user.selectedTeamId, user.selectedTeam?.id ?? null)
})
