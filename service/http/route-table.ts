/** Finds the implementations of a path. A route may have one for each tier. */
import type { Implementation } from "../endpoint/implement.ts"

/** The fields that decide the route. */
type RouteFields = Pick<Implementation<unknown>, "method" | "path" | "tiers">

export interface EndpointRoute<I> {
  /** The path with its parameters: `/api/v1/users/me`. */
  readonly path: string
  readonly segments: ReadonlyArray<string>
  /** The implementations by method, each for other tiers. */
  readonly methods: ReadonlyMap<string, ReadonlyArray<I>>
}

export interface Match<I> {
  readonly route: EndpointRoute<I>
  readonly params: Readonly<Record<string, string>>
}

/** Builds the table. Throws if two implementations have the same method, path and tier. */
export const makeRouteTable = <I extends RouteFields>(implementations: ReadonlyArray<I>) => {
  const routes = new Map<string, { path: string; segments: ReadonlyArray<string>; methods: Map<string, Array<I>> }>()
  for (const implementation of implementations) {
    const { method, path, tiers } = implementation
    const route = routes.get(path) ?? { path, segments: path.split("/"), methods: new Map<string, Array<I>>() }
    const overloads = route.methods.get(method) ?? []
    if (overloads.some((other) => tiers.length === 0 || other.tiers.some((tier) => tiers.includes(tier)))) {
      throw new Error(`${method} ${path} is implemented twice`)
    }
    routes.set(path, route)
    route.methods.set(method, [...overloads, implementation])
  }
  // A fixed segment wins over a parameter at the same position.
  const ordered = [...routes.values()].sort((a, b) => parameters(a) - parameters(b))
  const fixed = new Map(ordered.filter((route) => parameters(route) === 0).map((route) => [route.path, route]))
  const open = ordered.filter((route) => parameters(route) > 0)

  return (path: string): Match<I> | null => {
    const route = fixed.get(path)
    if (route !== undefined) return { route, params: {} }
    const segments = path.split("/")
    for (const route of open) {
      const params = matchSegments(route.segments, segments)
      if (params !== null) return { route, params }
    }
    return null
  }
}

const isParameter = (segment: string) => segment.startsWith(":")
const parameters = ({ segments }: { readonly segments: ReadonlyArray<string> }) => segments.filter(isParameter).length

/** Returns the decoded parameters; `null` if the path does not match or its encoding is invalid. */
const matchSegments = (pattern: ReadonlyArray<string>, segments: ReadonlyArray<string>) => {
  if (pattern.length !== segments.length) return null
  const params: Array<[string, string]> = []
  for (const [index, expected] of pattern.entries()) {
    const given = segments[index] ?? ""
    if (isParameter(expected)) {
      const value = decode(given)
      if (value === null || value === "") return null
      params.push([expected.slice(1), value])
    } else if (expected !== given) {
      return null
    }
  }
  return Object.fromEntries(params)
}

const decode = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
