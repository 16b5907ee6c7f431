/** Finds the endpoints of the contract that a request addresses, with the service's own router. */
import { endpoints, type ListedEndpoint } from "../../../core/api/endpoints.ts"
import { fullPath } from "../../../core/http/path.ts"
import { makeRouteTable } from "../../../service/http/route-table.ts"

const forms = new Map<string, Array<ListedEndpoint>>()
for (const endpoint of endpoints) {
  const route = `${endpoint.method} ${fullPath(endpoint)}`
  forms.set(route, [...(forms.get(route) ?? []), endpoint])
}

const find = makeRouteTable(
  [...forms.values()].flatMap(([endpoint]) =>
    endpoint === undefined ? [] : [{ method: endpoint.method, path: fullPath(endpoint), tiers: [] }]
  )
)

/** Returns every form of the addressed route, or an empty list. */
export const matchingEndpoints = (method: string, target: string): ReadonlyArray<ListedEndpoint> => {
  const url = URL.parse(`http://service${target}`)
  const path = url === null ? undefined : find(url.pathname)?.route.path
  return forms.get(`${method} ${path}`) ?? []
}
