/** The endpoint of the contract that matches a request. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { endpoints, type ListedEndpoint } from "../../../core/api/endpoints.ts"

export interface RequestFacts {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

const accepts = ({ schemas }: ListedEndpoint, body: unknown): boolean =>
  schemas.body !== undefined && Option.isSome(Schema.decodeUnknownOption(schemas.body)(body))

/** The endpoints that match a route, one for each tier. A path without parameters takes precedence. */
export const formsOf = ({ method, path }: Pick<RequestFacts, "method" | "path">): ReadonlyArray<ListedEndpoint> => {
  const [pathname = ""] = path.split("?")
  const on = endpoints.filter((endpoint) => {
    const whole = `${endpoint.prefix}${endpoint.path}`.replace(/\/$/, "")
    const pattern = whole.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")
    return endpoint.method === method && new RegExp(`^${pattern}$`).test(pathname)
  })
  const literal = on.filter(({ path }) => !path.includes(":"))
  return literal.length > 0 ? literal : on
}

/**
 * Selects the endpoint of the request's tier. The token endpoint is one path with one endpoint for each grant type,
 * selected by the request body.
 */
export const endpointOf = (request: RequestFacts): ListedEndpoint | undefined => {
  const forms = formsOf(request)
  const tier = request.headers["x-stack-access-type"] ?? "client"
  return (
    forms.find(({ tiers }) => tiers.some((one) => one === tier)) ??
    forms.find((endpoint) => accepts(endpoint, request.body)) ??
    forms[0]
  )
}
