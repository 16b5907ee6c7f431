/** Places permissions in columns: each is left of all that it contains. */
import type { PermissionDefinition } from "../../core/schema/permission.ts"

type Definitions = ReadonlyArray<PermissionDefinition>

const contentsOf = (definitions: Definitions): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(definitions.map(({ containedPermissionIds, id }) => [id, containedPermissionIds]))

/** Returns what a permission contains, at any depth. It contains itself only in a cycle. */
export const reachedFrom = (definitions: Definitions, id: string): ReadonlySet<string> => {
  const contents = contentsOf(definitions)
  const reached = new Set(contents.get(id))
  // A set iterates over what is added meanwhile.
  for (const one of reached) for (const inner of contents.get(one) ?? []) reached.add(inner)
  return reached
}

/** Returns the permissions that may be added to the contents of one: all others that do not contain it. */
export const addableTo = (definitions: Definitions, id: string): Definitions =>
  definitions.filter((one) => one.id !== id && !reachedFrom(definitions, one.id).has(id))

/** Returns the columns with the ids of each, in the given order. Earlier versions accepted cycles, so it ends there. */
export const levelsOf = (definitions: Definitions): ReadonlyArray<ReadonlyArray<string>> => {
  const contents = contentsOf(definitions)
  const levels = new Map(definitions.map(({ id }) => [id, 0]))
  // The longest chain has as many steps as there are permissions.
  for (let step = 0; step < definitions.length; step++) {
    let isChanged = false
    for (const [id, inner] of contents) {
      for (const one of inner) {
        const level = Math.min((levels.get(id) ?? 0) + 1, definitions.length - 1)
        if (one === id || (levels.get(one) ?? 0) >= level) continue
        levels.set(one, level)
        isChanged = true
      }
    }
    if (!isChanged) break
  }
  const used = [...new Set(levels.values())].sort((a, b) => a - b)
  return used.map((level) => definitions.filter(({ id }) => levels.get(id) === level).map(({ id }) => id))
}
