/** Journeys of the published client in the server tier. */
import { assert, it } from "@effect/vitest"
import { ada } from "../fixture.ts"
import { bob, verificationCallbackUrl, type Journeys } from "./apps.ts"

export const serverJourneys = ({ withApps }: Journeys) => {
  it.live("lists and finds users in the server tier", () =>
    withApps(async ({ client, server }) => {
      await client.signUpWithCredential({ ...bob, verificationCallbackUrl })
      const user = await client.getUser({ or: "throw" })
      assert.deepStrictEqual(
        (await server.listUsers()).map(({ primaryEmail }) => primaryEmail),
        [ada.email, bob.email]
      )
      const [first] = await server.listUsers({ limit: 1, orderBy: "signedUpAt", desc: true })
      assert.strictEqual(first?.primaryEmail, bob.email)
      const found = await server.listUsers({ query: "ada@" })
      assert.deepStrictEqual(
        found.map(({ primaryEmail }) => primaryEmail),
        [ada.email]
      )
      assert.strictEqual((await server.getUser(user.id))?.primaryEmail, bob.email)
      const { accessToken, refreshToken } = await user.getAuthJson()
      const tokenStore = { accessToken: accessToken ?? "", refreshToken: refreshToken ?? "" }
      assert.strictEqual((await server.getUser({ tokenStore }))?.id, user.id)
    })
  )

  it.live("reads a list of users page by page", () =>
    withApps(async ({ client, server }) => {
      await client.signUpWithCredential({ ...bob, verificationCallbackUrl })
      const first = await server.listUsers({ limit: 1, orderBy: "signedUpAt" })
      assert.isString(first.nextCursor)
      const second = await server.listUsers({ limit: 1, orderBy: "signedUpAt", cursor: first.nextCursor ?? "" })
      assert.deepStrictEqual(
        [...first, ...second].map(({ primaryEmail }) => primaryEmail),
        [ada.email, bob.email]
      )
      assert.isNull(second.nextCursor)
    })
  )

  it.live("creates, changes and deletes users and teams in the server tier", () =>
    withApps(async ({ server }) => {
      const { email: primaryEmail, password } = bob
      const made = await server.createUser({ primaryEmail, password, primaryEmailAuthEnabled: true })
      await made.setServerMetadata({ plan: "garden" })
      const [, found] = await server.listUsers()
      assert.deepStrictEqual(found?.serverMetadata, { plan: "garden" })
      const { refreshToken } = await (await made.createSession({})).getTokens()
      assert.isString(refreshToken)
      const team = await server.createTeam({ displayName: "Gardeners" })
      await team.addUser(made.id)
      assert.deepStrictEqual(
        (await team.listUsers()).map(({ id }) => id),
        [made.id]
      )
      await team.removeUser(made.id)
      await made.delete()
      await team.delete()
      assert.deepStrictEqual(
        (await server.listUsers()).map(({ primaryEmail }) => primaryEmail),
        [ada.email]
      )
      assert.deepStrictEqual(await server.listTeams(), [])
    })
  )
}
