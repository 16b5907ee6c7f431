/** Journeys of the published client that change its user. */
import { assert, it } from "@effect/vitest"
import { ada } from "../fixture.ts"
import { bob, verificationCallbackUrl, type Journeys } from "./apps.ts"
import { channelSince28, serverSince28, teamSince28, userSince28 } from "./since-28.ts"

export const userJourneys = ({ has, withApps }: Journeys) => {
  it.live("reads and updates its user, and reads the project", () =>
    withApps(async ({ client }) => {
      await client.signInWithCredential(ada)
      const user = await client.getUser({ or: "throw" })
      await user.update({ displayName: "Ada", clientMetadata: { theme: "dark" } })
      const updated = await client.getUser({ or: "throw" })
      assert.strictEqual(updated.displayName, "Ada")
      assert.deepStrictEqual(updated.clientMetadata, { theme: "dark" })
      const [channel] = await user.listContactChannels()
      assert.strictEqual(channel?.value, ada.email)
      await user.updatePassword({ oldPassword: ada.password, newPassword: "battery staple" })
      await user.signOut()
      assert.strictEqual((await client.signInWithCredential({ ...ada, password: "battery staple" })).status, "ok")
      const project = await client.getProject()
      assert.strictEqual(project.displayName, "Test")
      assert.isTrue(project.config.credentialEnabled)
    })
  )

  it.live("adds, changes and deletes contact channels", () =>
    withApps(async ({ client, server }) => {
      await client.signInWithCredential(ada)
      const user = await client.getUser({ or: "throw" })
      const made = await user.createContactChannel({ type: "email", value: "second@example.com", usedForAuth: false })
      await made.update({ usedForAuth: true })
      const owner = await server.getUser(user.id)
      const found = (await owner?.listContactChannels())?.find(({ value }) => value === "second@example.com")
      await found?.update({ isVerified: true })
      const [, second] = await user.listContactChannels()
      assert.deepInclude(
        { ...second },
        { value: "second@example.com", usedForAuth: true, isVerified: true, isPrimary: false }
      )
      await second?.delete()
      assert.lengthOf(await user.listContactChannels(), 1)
    })
  )

  it.live.runIf(has("sessions: list and revoke"))("lists the sessions of its user and revokes one", () =>
    withApps(async ({ client, server }) => {
      await client.signInWithCredential(ada)
      const user = userSince28(await client.getUser({ or: "throw" }))
      const member = await server.getUser(user.id)
      await member?.createSession({})
      const sessions = await user.getActiveSessions()
      assert.lengthOf(sessions, 2)
      const other = sessions.find(({ isCurrentSession }) => !isCurrentSession)
      await user.revokeSession(other?.id ?? "")
      assert.deepStrictEqual(
        (await user.getActiveSessions()).map(({ isCurrentSession }) => isCurrentSession),
        [true]
      )
    })
  )

  it.live.runIf(has("API keys of users and teams"))(
    "creates API keys of a user and a team, which the server accepts until they are revoked",
    () =>
      withApps(
        async ({ client, server }) => {
          await client.signInWithCredential(ada)
          const current = await client.getUser({ or: "throw" })
          const user = userSince28(current)
          const key = await user.createApiKey({ description: "CI", expiresAt: null })
          assert.strictEqual((await serverSince28(server).getUser({ apiKey: key.value }))?.id, user.id)
          const [listed] = await user.listApiKeys()
          assert.isTrue(listed?.isValid())
          await listed?.revoke()
          assert.isNull(await serverSince28(server).getUser({ apiKey: key.value }))

          const team = await current.createTeam({ displayName: "Gardeners" })
          const ofTeam = await teamSince28(team).createApiKey({ description: "CI", expiresAt: null })
          assert.strictEqual((await serverSince28(server).getTeam({ apiKey: ofTeam.value }))?.id, team.id)
        },
        ["POST /api/v1/user-api-keys/check: 401 API_KEY_REVOKED"]
      )
  )

  it.live.runIf(has("another primary address of the user"))(
    "chooses another primary address, which does not sign its user in",
    () =>
      withApps(
        async ({ client, codesTo }) => {
          await client.signInWithCredential(ada)
          const user = await client.getUser({ or: "throw" })
          await userSince28(user).update({ primaryEmail: bob.email })
          const changed = await client.getUser({ or: "throw" })
          assert.deepInclude({ ...changed }, { primaryEmail: bob.email, primaryEmailVerified: false })
          const channel = (await changed.listContactChannels()).find(({ isPrimary }) => isPrimary)
          await channelSince28(channel).sendVerificationEmail({ callbackUrl: verificationCallbackUrl })
          await client.verifyEmail((await codesTo(bob.email)).at(-1) ?? "")
          const refused = await client.signInWithCredential({ ...ada, email: bob.email })
          assert.strictEqual(refused.status === "error" && refused.error.errorCode, "EMAIL_PASSWORD_MISMATCH")
          assert.strictEqual((await client.signInWithCredential(ada)).status, "ok")
          assert.isTrue((await client.getUser({ or: "throw" })).primaryEmailVerified)
        },
        ["POST /api/v1/auth/password/sign-in: 400 EMAIL_PASSWORD_MISMATCH"]
      )
  )
}
