/** Explains responses to paths that this service does not have. */
import { API_PREFIX } from "../../core/http/path.ts"

/** Paths of Stack Auth since 2.8 that have no counterpart of the same form here. */
const explanations: ReadonlyArray<readonly [path: string, explanation: string]> = [
  [
    `${API_PREFIX}/internal/email-templates`,
    `This service edits the templates at ${API_PREFIX}/email-templates, in the format of Stack Auth 2.7.`
  ],
  [
    `${API_PREFIX}/analytics`,
    "This service has no analytics. Turn them off in the client: analytics: { enabled: false }."
  ]
]

const MAX_SHOWN_PATH = 200

/** Returns the text of the 404. */
export const absentPath = (pathname: string): string => {
  const text = `There is nothing at ${pathname.slice(0, MAX_SHOWN_PATH)}.`
  const [, explanation] = explanations.find(([path]) => pathname === path || pathname.startsWith(`${path}/`)) ?? []
  return explanation === undefined ? text : `${text} ${explanation}`
}
