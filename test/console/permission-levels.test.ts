/** Tests the columns of the graph of permissions, and which permissions may be contained. */
import { describe, expect, it } from "vitest"
import { addableTo, levelsOf, reachedFrom } from "../../console/permissions/permission-levels.ts"

const definition = (id: string, ...containedPermissionIds: ReadonlyArray<string>) => ({ id, containedPermissionIds })

const definitions = [
  definition("$read"),
  definition("admin", "$read", "member"),
  definition("member", "$read"),
  definition("other"),
  definition("owner", "admin")
]

describe("the graph of permissions", () => {
  it("has each permission left of all that it contains", () => {
    expect(levelsOf(definitions)).toEqual([["other", "owner"], ["admin"], ["member"], ["$read"]])
    expect(levelsOf([])).toEqual([])
    expect(levelsOf([definition("a", "unknown")])).toEqual([["a"]])
  })

  it("has every permission once, also with cycles of earlier versions", () => {
    const cyclic = [definition("a", "b"), definition("b", "c"), definition("c", "a", "c"), definition("d")]
    expect(levelsOf(cyclic).flat().sort()).toEqual(["a", "b", "c", "d"])
    expect([...reachedFrom(cyclic, "a")].sort()).toEqual(["a", "b", "c"])
  })
})

describe("the permissions that may be added to one", () => {
  it("are those that do not contain it", () => {
    const ids = (id: string) => addableTo(definitions, id).map((one) => one.id)
    expect(ids("member")).toEqual(["$read", "other"])
    expect(ids("owner")).toEqual(["$read", "admin", "member", "other"])
    expect(ids("$read")).toEqual(["other"])
  })
})
