/** The data that has to be present after a crash, by the requests that were acknowledged. */
import type { SessionBody } from "../service/responses.ts"
import type { Facts } from "./facts.ts"

export interface Expectations {
  /** Sessions by email, of acknowledged sign-ups. */
  readonly sessions: Map<string, SessionBody>
  /** Emails by user id, of acknowledged requests of the server tier. */
  readonly imported: Map<string, string>
  /** Users who were granted `staff` by acknowledged requests, with whether they may have it. */
  readonly staff: Map<string, ReadonlyArray<boolean>>
  /** Creators by team id, of acknowledged requests. */
  readonly teams: Map<string, string>
  /** Display names by user id: the last acknowledged one and the last one that was sent. */
  readonly names: Map<string, { readonly acknowledged: string | null; readonly sent: string }>
  /** Sessions of anonymous users by user id, of acknowledged sign-ups. */
  readonly anonymous: Map<string, SessionBody>
  /** Refresh tokens of acknowledged sign-ins on a command line, by user id. */
  readonly commandLines: Map<string, string>
  /** Refresh tokens of sessions on another domain, with the statuses that a refresh may have. */
  readonly otherDomains: Map<string, ReadonlyArray<number>>
  /** Members by acknowledged requests, `<team>/<user>`, who accepted an invitation. */
  readonly members: Set<string>
  /** Users who were restricted or whose restriction was lifted, with what `restricted_by_admin` may be. */
  readonly restricted: Map<string, ReadonlyArray<boolean>>
  /**
   * API keys of acknowledged requests, by their kind and value, with what a check may return: one of these codes, or
   * none for a valid key.
   */
  readonly apiKeys: Map<string, ReadonlyArray<string | undefined>>
  /** Connected accounts of acknowledged requests, `<user>/<id>`, with the statuses that reading one may have. */
  readonly accounts: Map<string, ReadonlyArray<number>>
  /** Webhooks of acknowledged changes: `user.created <id>`. */
  readonly webhooks: Set<string>
  /** Everything else that the service reports. */
  readonly facts: Facts
}

/** Returns expectations without any data. */
export const noExpectations = (): Expectations => ({
  sessions: new Map(),
  imported: new Map(),
  staff: new Map(),
  anonymous: new Map(),
  commandLines: new Map(),
  otherDomains: new Map(),
  members: new Set(),
  restricted: new Map(),
  teams: new Map(),
  names: new Map(),
  apiKeys: new Map(),
  accounts: new Map(),
  webhooks: new Set(),
  facts: new Map()
})
