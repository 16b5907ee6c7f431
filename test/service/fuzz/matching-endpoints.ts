/** Which endpoints of the contract a request means: `/users/me` is not `/users/:user_id`, whoever wrote it. */
import { endpoints, type ListedEndpoint } from "../../../core/api/endpoints.ts"
import { fullPath } from "../../../core/http/endpoint.ts"
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

/** All forms of the route that a request means; none if it means no route. */
export const matchingEndpoints = (method: string, target: string): ReadonlyArray<ListedEndpoint> => {
  const url = URL.parse(`http://service${target}`)
  const path = url === null ? undefined : find(url.pathname)?.route.path
  return forms.get(`${method} ${path}`) ?? []
}
