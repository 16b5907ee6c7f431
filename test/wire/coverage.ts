/** Compares the responses of a test run with the contract: which promised responses were never sent. */
import type { ListedEndpoint } from "../../core/api/endpoints.ts"

/** One kind of response. */
export interface RecordedResponse {
  readonly method: string
  /** As declared: `/api/v1/users/:user_id`. */
  readonly route: string
  /** The tier of the request, or `null`. */
  readonly tier: string | null
  readonly status: number
  readonly code: string | null
}

/** Replaces the endpoint for errors of any endpoint. */
export const ANY = "any endpoint"

/** A declared error that no request can provoke, with the reason. */
export interface ImpossibleError {
  /** Method and path, or `ANY`. */
  readonly endpoint: string
  readonly code: string
  readonly because: string
}

export interface Evidence {
  readonly endpoints: ReadonlyArray<ListedEndpoint>
  /** The codes of the errors of any endpoint. */
  readonly commonCodes: ReadonlyArray<string>
  readonly responses: ReadonlyArray<RecordedResponse>
  readonly impossible: ReadonlyArray<ImpossibleError>
}

export type Mark = "received" | "missing" | "impossible"

export interface CoverageRow {
  readonly endpoint: string
  /** The successes by tier. `anyone` for an endpoint without tiers. */
  readonly successes: ReadonlyArray<readonly [tier: string, mark: Mark]>
  readonly errors: ReadonlyArray<readonly [code: string, mark: Mark]>
}

export interface Coverage {
  readonly rows: ReadonlyArray<CoverageRow>
  /** The errors of any endpoint. */
  readonly common: CoverageRow
  /** One sentence per missing response. */
  readonly gaps: ReadonlyArray<string>
}

/** Compares a test run with the contract. */
export const coverage = (evidence: Evidence): Coverage => {
  const { responses, commonCodes, endpoints, impossible } = evidence
  const names = [...new Set(endpoints.map(({ name }) => name))]
  const isListed = (endpoint: string, code: string) =>
    impossible.some((one) => one.endpoint === endpoint && one.code === code)
  const rows = names.map((name): CoverageRow => {
    const forms = endpoints.filter((endpoint) => endpoint.name === name)
    const own = responses.filter(({ method, route }) =>
      forms.some((form) => form.method === method && routeOf(form) === route)
    )
    const successes = own.filter(({ code, status }) => code === null && status < 400)
    const tiers = [...new Set(forms.flatMap((form) => form.tiers))]
    const codes = [...new Set(forms.flatMap(({ errors }) => errors.map(({ code }) => code)))]
    return {
      endpoint: name,
      successes:
        tiers.length === 0
          ? [["anyone", markOf(successes.length > 0)]]
          : tiers.map((tier) => [tier, markOf(successes.some((response) => response.tier === tier))]),
      errors: codes.map((code) => [
        code,
        markOf(
          own.some((response) => response.code === code),
          isListed(name, code)
        )
      ])
    }
  })
  const common: CoverageRow = {
    endpoint: ANY,
    successes: [],
    errors: commonCodes.map((code) => {
      const wasReceived = responses.some((response) => response.code === code)
      return [code, markOf(wasReceived, isListed(ANY, code))]
    })
  }
  return {
    rows,
    common,
    gaps: [...[...rows, common].flatMap(gapsOf), ...findOutdated([...rows, common], impossible)]
  }
}

/** The service logs the root path without its slash. */
const routeOf = ({ path, prefix }: ListedEndpoint): string => `${prefix}${path === "/" ? "" : path}`

const markOf = (wasReceived: boolean, isImpossible = false): Mark =>
  wasReceived ? "received" : isImpossible ? "impossible" : "missing"

const gapsOf = ({ endpoint, errors, successes }: CoverageRow): ReadonlyArray<string> => [
  ...successes
    .filter(([, mark]) => mark === "missing")
    .map(([tier]) =>
      tier === "anyone" ? `${endpoint} never succeeded` : `${endpoint} never succeeded for the tier ${tier}`
    ),
  ...errors
    .filter(([, mark]) => mark === "missing")
    .map(([code]) => `${endpoint} was never made to respond with ${code}`)
]

const findOutdated = (
  rows: ReadonlyArray<CoverageRow>,
  impossible: ReadonlyArray<ImpossibleError>
): ReadonlyArray<string> =>
  impossible.flatMap(({ code, endpoint }) => {
    const row = rows.find((row) => row.endpoint === endpoint)
    const mark = row?.errors.find(([declared]) => declared === code)?.[1]
    if (mark === "received") return [`${endpoint} did respond with ${code}, which is listed as impossible`]
    return mark === undefined ? [`${endpoint} does not declare ${code}, which is listed as impossible there`] : []
  })
