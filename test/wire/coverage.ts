/** Compares the responses of a test run with the contract: which promised responses were never sent. */
import type { ListedEndpoint } from "../../core/api/endpoints.ts"

/** One kind of response. */
export interface Answer {
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
export interface Impossible {
  /** Method and path, or `ANY`. */
  readonly endpoint: string
  readonly code: string
  readonly because: string
}

export interface Evidence {
  readonly endpoints: ReadonlyArray<ListedEndpoint>
  /** The codes of the errors of any endpoint. */
  readonly commonCodes: ReadonlyArray<string>
  readonly answers: ReadonlyArray<Answer>
  readonly impossible: ReadonlyArray<Impossible>
}

export type Mark = "answered" | "missing" | "impossible"

export interface Row {
  readonly endpoint: string
  /** The successes by tier. `anyone` for an endpoint without tiers. */
  readonly successes: ReadonlyArray<readonly [tier: string, mark: Mark]>
  readonly errors: ReadonlyArray<readonly [code: string, mark: Mark]>
}

export interface Coverage {
  readonly rows: ReadonlyArray<Row>
  /** The errors of any endpoint. */
  readonly common: Row
  /** One sentence per missing response. */
  readonly gaps: ReadonlyArray<string>
}

/** Compares a test run with the contract. */
export const coverage = (evidence: Evidence): Coverage => {
  const { answers, commonCodes, endpoints, impossible } = evidence
  const names = [...new Set(endpoints.map(({ name }) => name))]
  const isListed = (endpoint: string, code: string) =>
    impossible.some((one) => one.endpoint === endpoint && one.code === code)
  const rows = names.map((name): Row => {
    const forms = endpoints.filter((endpoint) => endpoint.name === name)
    const own = answers.filter(({ method, route }) =>
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
          : tiers.map((tier) => [tier, markOf(successes.some((answer) => answer.tier === tier))]),
      errors: codes.map((code) => [
        code,
        markOf(
          own.some((answer) => answer.code === code),
          isListed(name, code)
        )
      ])
    }
  })
  const common: Row = {
    endpoint: ANY,
    successes: [],
    errors: commonCodes.map((code) => {
      const wasAnswered = answers.some((answer) => answer.code === code)
      return [code, markOf(wasAnswered, isListed(ANY, code))]
    })
  }
  return {
    rows,
    common,
    gaps: [...[...rows, common].flatMap(gapsOf), ...outdated([...rows, common], impossible)]
  }
}

/** The service logs the root path without its slash. */
const routeOf = ({ path, prefix }: ListedEndpoint): string => `${prefix}${path === "/" ? "" : path}`

const markOf = (wasAnswered: boolean, isImpossible = false): Mark =>
  wasAnswered ? "answered" : isImpossible ? "impossible" : "missing"

const gapsOf = ({ endpoint, errors, successes }: Row): ReadonlyArray<string> => [
  ...successes
    .filter(([, mark]) => mark === "missing")
    .map(([tier]) =>
      tier === "anyone" ? `${endpoint} never succeeded` : `${endpoint} never succeeded for the tier ${tier}`
    ),
  ...errors.filter(([, mark]) => mark === "missing").map(([code]) => `${endpoint} was never made to answer ${code}`)
]

const outdated = (rows: ReadonlyArray<Row>, impossible: ReadonlyArray<Impossible>): ReadonlyArray<string> =>
  impossible.flatMap(({ code, endpoint }) => {
    const row = rows.find((row) => row.endpoint === endpoint)
    const mark = row?.errors.find(([declared]) => declared === code)?.[1]
    if (mark === "answered") return [`${endpoint} did answer ${code}, which is listed as impossible`]
    return mark === undefined ? [`${endpoint} does not declare ${code}, which is listed as impossible there`] : []
  })
