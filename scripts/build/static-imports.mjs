// @ts-check
// Follows the static imports of a module while the bundler forms chunks.

/** The results by context: a build asks for each module. @type {WeakMap<object, Map<string, Set<string>>>} */
const known = new WeakMap()

/**
 * Returns the modules that are loaded with a module, itself included.
 *
 * @param {string} start
 * @param {import("rolldown").ChunkingContext} context
 */
export const staticImports = (start, context) => {
  const results = known.get(context) ?? new Map()
  known.set(context, results)
  const earlier = results.get(start)
  if (earlier !== undefined) return earlier
  const found = new Set([start])
  results.set(start, found)
  // A set is read to its end, with what is added meanwhile.
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}
