/** Journeys of the published client in the admin tier. */
import { assert, it } from "@effect/vitest"
import { ada } from "../fixture.ts"
import type { Journeys } from "./apps.ts"
import { isSince } from "./published-versions.ts"
import { adminSince28, keySetsOf, userSince28 } from "./since-28.ts"

export const adminJourneys = ({ has, version, withApps }: Journeys) => {
  it.live("changes a project and its permissions in the admin tier", () =>
    withApps(async ({ admin, client }) => {
      const project = await admin.getProject()
      await project.update({
        displayName: "Fernhill",
        config: { passkeyEnabled: true, domains: [{ domain: "https://fernhill.example", handlerPath: "/handler" }] }
      })
      const changed = await admin.getProject()
      assert.strictEqual(changed.displayName, "Fernhill")
      assert.deepInclude(
        { ...changed.config },
        { passkeyEnabled: true, domains: [{ domain: "https://fernhill.example", handlerPath: "/handler" }] }
      )
      assert.strictEqual((await client.getProject()).displayName, "Fernhill")
      await admin.createTeamPermissionDefinition({
        id: "prune",
        description: "Prunes",
        containedPermissionIds: ["member"]
      })
      await admin.updateTeamPermissionDefinition("prune", { description: "Prunes trees" })
      const [definition] = (await admin.listTeamPermissionDefinitions()).filter(({ id }) => id === "prune")
      assert.deepInclude({ ...definition }, { description: "Prunes trees", containedPermissionIds: ["member"] })
      await admin.deleteTeamPermissionDefinition("prune")
    })
  )

  it.live("creates and revokes a set of API keys of the project in the admin tier", () =>
    withApps(async ({ admin }) => {
      const { createKeySet, listKeySets } = keySetsOf(admin, isSince(version, "2.8"))
      const key = await createKeySet({
        description: "CI",
        expiresAt: new Date(Date.now() + 3_600_000),
        hasPublishableClientKey: true,
        hasSecretServerKey: false,
        hasSuperSecretAdminKey: false
      })
      assert.match(key.publishableClientKey ?? "", /^pck_/)
      const listed = (await listKeySets()).find(({ id }) => id === key.id)
      assert.isTrue(listed?.isValid())
      await listed?.revoke()
      const revoked = (await listKeySets()).find(({ id }) => id === key.id)
      assert.strictEqual(revoked?.whyInvalid(), "manually-revoked")
    })
  )

  // Later versions edit templates of another format.
  if (!isSince(version, "2.8.51")) {
    it.live("changes and resets an email template in the admin tier", () =>
      withApps(async ({ admin }) => {
        await admin.updateEmailTemplate("magic_link", {
          subject: "Hello",
          content: { root: { type: "EmailLayout", data: {} } }
        })
        const template = (await admin.listEmailTemplates()).find(({ type }) => type === "magic_link")
        assert.deepInclude({ ...template }, { subject: "Hello", isDefault: false })
        await admin.resetEmailTemplate("magic_link")
      })
    )
  }

  it.live.runIf(has("project permissions"))("grants and revokes a permission of the project", () =>
    withApps(async ({ admin, client, server }) => {
      await adminSince28(admin).createProjectPermissionDefinition({ id: "write", description: "Writes" })
      await client.signInWithCredential(ada)
      const user = userSince28(await client.getUser({ or: "throw" }))
      assert.isFalse(await user.hasPermission("write"))
      const member = userSince28(await server.getUser(user.id))
      await member.grantPermission("write")
      assert.isTrue(await user.hasPermission("write"))
      await member.revokePermission("write")
      assert.isFalse(await user.hasPermission("write"))
    })
  )
}
