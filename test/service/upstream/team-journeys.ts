/** Journeys of the published client with teams and invitations. */
import { assert, it } from "@effect/vitest"
import { ada } from "../fixture.ts"
import { bob, verificationCallbackUrl, type Journeys } from "./apps.ts"
import { userSince28 } from "./since-28.ts"

export const teamJourneys = ({ has, withApps }: Journeys) => {
  it.live("creates a team, whose admin is its user", () =>
    withApps(async ({ client }) => {
      await client.signInWithCredential(ada)
      const user = await client.getUser({ or: "throw" })
      const team = await user.createTeam({ displayName: "Gardeners" })
      assert.deepStrictEqual(
        (await user.listTeams()).map(({ displayName }) => displayName),
        ["Gardeners"]
      )
      await team.update({ displayName: "Orchardists" })
      assert.strictEqual((await user.getTeam(team.id))?.displayName, "Orchardists")
      assert.isTrue(await user.hasPermission(team, "$delete_team"))
      assert.deepStrictEqual(
        (await team.listUsers()).map(({ id }) => id),
        [user.id]
      )
      await (await user.getTeamProfile(team)).update({ displayName: "Ada of the orchard" })
      assert.strictEqual((await user.getTeamProfile(team)).displayName, "Ada of the orchard")
      await user.setSelectedTeam(team)
      assert.strictEqual((await client.getUser({ or: "throw" })).selectedTeam?.id, team.id)
      await user.leaveTeam(team)
      assert.deepStrictEqual(await user.listTeams(), [])
    })
  )

  it.live("invites a user into a team, who accepts", () =>
    withApps(async ({ client, codesTo, server }) => {
      await client.signInWithCredential(ada)
      const team = await (await client.getUser({ or: "throw" })).createTeam({ displayName: "Gardeners" })
      await team.inviteUser({ email: bob.email, callbackUrl: "http://localhost/join" })
      const [invitation] = await team.listInvitations()
      assert.strictEqual(invitation?.recipientEmail, bob.email)
      const [code = ""] = await codesTo(bob.email)
      await client.signUpWithCredential({ ...bob, verificationCallbackUrl })
      assert.strictEqual((await client.verifyTeamInvitationCode(code)).status, "ok")
      const details = await client.getTeamInvitationDetails(code)
      assert.strictEqual(details.status === "ok" && details.data.teamDisplayName, "Gardeners")
      assert.strictEqual((await client.acceptTeamInvitation(code)).status, "ok")
      const user = await client.getUser({ or: "throw" })
      assert.deepStrictEqual(
        (await user.listTeams()).map(({ id }) => id),
        [team.id]
      )
      const member = await server.getUser(user.id)
      await member?.grantPermission(team, "admin")
      assert.isTrue(await user.hasPermission(team, "$delete_team"))
      await member?.revokePermission(team, "admin")
      assert.isFalse(await user.hasPermission(team, "$delete_team"))
    })
  )

  it.live.runIf(has("invitations of the user, accepted without the mail"))(
    "lists the invitations of its user, who accepts one without the mail",
    () =>
      withApps(async ({ client, server }) => {
        const team = await server.createTeam({ displayName: "Gardeners" })
        const { email: primaryEmail, password } = bob
        await server.createUser({ primaryEmail, password, primaryEmailAuthEnabled: true, primaryEmailVerified: true })
        await team.inviteUser({ email: primaryEmail, callbackUrl: "http://localhost/join" })
        await client.signInWithCredential(bob)
        const user = await client.getUser({ or: "throw" })
        const [invitation] = await userSince28(user).listTeamInvitations()
        assert.strictEqual(invitation?.teamDisplayName, "Gardeners")
        await invitation?.accept()
        assert.deepStrictEqual(
          (await user.listTeams()).map(({ id }) => id),
          [team.id]
        )
      })
  )
}
