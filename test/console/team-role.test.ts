/** Tests the role of a team member by the permissions. */
import { describe, expect, it } from "vitest"
import { areDistinct, closureOf, type RoleDefaults, roleOf } from "../../console/team/team-role.ts"
import { roleRules } from "../../service/resources/team-members/role-rules.ts"

const definition = (id: string, ...containedPermissionIds: ReadonlyArray<string>) => ({ id, containedPermissionIds })

const defaults: RoleDefaults = {
  ofCreators: ["admin"],
  ofMembers: ["member"],
  definitions: [
    definition("$delete_team"),
    definition("$read_members"),
    definition("admin", "$delete_team", "member"),
    definition("member", "$read_members"),
    definition("owner", "admin")
  ]
}

/** The same definitions as the service stores them. */
const stored = defaults.definitions.map(({ containedPermissionIds, id }) => ({
  id,
  scope: "team" as const,
  description: null,
  containedIds: containedPermissionIds,
  isCreatorDefault: defaults.ofCreators.includes(id),
  isMemberDefault: defaults.ofMembers.includes(id),
  isUserDefault: false
}))

describe("the role of a member in the console", () => {
  it("is that which the service determines", () => {
    const rules = roleRules(stored)
    for (const direct of [[], ["member"], ["admin"], ["owner"], ["$read_members"], ["member", "$delete_team"]]) {
      expect([direct, roleOf(defaults, direct)]).toEqual([direct, rules.roleOf(direct)])
    }
    expect(roleOf(defaults, ["owner"])).toBe("admin")
    expect(roleOf(defaults, [])).toBe("custom")
  })

  it("does not exist where creators have no more permissions than members", () => {
    expect(areDistinct(defaults)).toBe(true)
    expect(areDistinct({ ...defaults, ofMembers: ["owner"] })).toBe(false)
    expect(roleOf({ ...defaults, ofMembers: ["owner"] }, ["owner"])).toBe("member")
  })

  it("follows contained permissions at any depth, also in a circle", () => {
    expect([...closureOf(defaults.definitions, ["owner"])].sort()).toEqual(
      ["$delete_team", "$read_members", "admin", "member", "owner"].sort()
    )
    expect([...closureOf([definition("a", "b"), definition("b", "a")], ["a"])]).toEqual(["a", "b"])
  })
})
