/** Which endpoint of the contract a request is for. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { endpoints, type ListedEndpoint } from "../../../core/api/endpoints.ts"

export interface RequestFacts {
  readonly method: string
  /** With the query, if there is one. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

const accepts = ({ schemas }: ListedEndpoint, body: unknown): boolean =>
  schemas.body !== undefined && Option.isSome(Schema.decodeUnknownOption(schemas.body)(body))

/** The forms of a route for different tiers; a path without a parameter in some place wins over one with it. */
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
 * Of a route that each tier sees differently, the tier's own. The token endpoint is one path of the wire, but an
 * endpoint for each grant here: the one that takes the body.
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
