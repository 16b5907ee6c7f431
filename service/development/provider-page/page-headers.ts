/** The security headers of the page: it may only load its style, and submit forms to the given targets. */
import { Effect } from "effect"
import { requireTrustedRedirect } from "../../resources/projects/trusted-redirect.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import type { OAuthFlow } from "../../resources/oauth/flow-store.ts"
import type { Provider } from "../../providers/provider.ts"
import { styleHash } from "./style.ts"

/** A flow for which a page can be shown. */
export interface OpenFlow {
  readonly flow: OAuthFlow
  readonly project: ProjectRecord
  readonly provider: Provider
  readonly state: string
}

/**
 * @param targets where a form may redirect to: browsers apply `form-action` to redirects, too
 */
export const pageHeaders = (targets: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `form-action ${["'self'", ...targets].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'"
  ].join("; "),
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin"
})

export const pageHeadersOf = Effect.fnUntraced(function* ({ flow, project }: OpenFlow) {
  const targets = new Set<string>()
  for (const text of [flow.redirectUri, flow.errorRedirectUrl]) {
    if (text === null || !(yield* Effect.isSuccess(requireTrustedRedirect(project, text)))) continue
    const source = sourceOf(new URL(text))
    if (source !== null) targets.add(source)
  }
  return pageHeaders([...targets])
})

/** Returns the source for a policy; `null` if its characters could end the directive. */
const sourceOf = ({ origin, protocol }: URL): string | null => {
  const source = protocol === "http:" || protocol === "https:" ? origin : protocol
  return /^[a-z][\w.+:/-]*$/i.test(source) ? source : null
}
