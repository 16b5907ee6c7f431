/**
 * The service against recordings of a real one: each recorded request is sent again, into a state in which it makes the
 * same sense, and has to be answered in the same way: status, known error, content type, and the form of the body.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { areHere, exchanges, missing } from "./exchanges.ts"
import { service } from "./project.ts"
import { type Exception, replay, type Scenario } from "./scenario.ts"
import { about } from "./scenarios/about.ts"
import { codesByMail } from "./scenarios/codes-by-mail.ts"
import { contactChannels } from "./scenarios/contact-channels.ts"
import { oauth } from "./scenarios/oauth.ts"
import { passkeys } from "./scenarios/passkeys.ts"
import { passwords } from "./scenarios/passwords.ts"
import { permissionDefinitions } from "./scenarios/permission-definitions.ts"
import { projects } from "./scenarios/projects.ts"
import { secondFactor } from "./scenarios/second-factor.ts"
import { sessions } from "./scenarios/sessions.ts"
import { teamInvitations } from "./scenarios/team-invitations.ts"
import { teamMembers } from "./scenarios/team-members.ts"
import { teams } from "./scenarios/teams.ts"
import { users } from "./scenarios/users.ts"

const resources: Readonly<Record<string, ReadonlyArray<Scenario>>> = {
  about,
  passwords,
  "second factor": secondFactor,
  "codes by mail": codesByMail,
  passkeys,
  oauth,
  sessions,
  "contact channels": contactChannels,
  users,
  teams,
  "team members": teamMembers,
  "permission definitions": permissionDefinitions,
  "team invitations": teamInvitations,
  projects
}

/** What is not replayed. */
const exceptions: ReadonlyArray<Exception> = []

describe.skipIf(!areHere)(`The service answers as the recorded one${areHere ? "" : ` (not run: ${missing})`}`, () => {
  for (const [resource, scenarios] of Object.entries(resources)) {
    describe(resource, () => {
      for (const scenario of scenarios) {
        const run = scenario.live === true ? it.live : it.effect
        run(`line ${scenario.line}: ${scenario.label}`, () =>
          Effect.gen(function*() {
            assert.deepStrictEqual(yield* replay(scenario), [])
          }).pipe(Effect.scoped, Effect.provide(service)))
      }
    })
  }

  const listed = [...Object.values(resources).flat(), ...exceptions]

  it("in at least 240 recorded exchanges", () => {
    assert.isAtLeast(Object.values(resources).flat().length, 240)
  })

  it("and every other is listed with a reason", () => {
    assert.deepStrictEqual(
      listed.map(({ label, line }) => ({ line, label })).sort((one, other) => one.line - other.line),
      exchanges.map(({ label, line }) => ({ line, label }))
    )
    assert.isTrue(exceptions.every(({ because }) => because.length > 20))
  })
})
