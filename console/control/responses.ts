/**
 * The responses of the control API. They are not validated, because console and service are built and shipped together.
 */
export interface Overview {
  readonly leadMillis: number
  readonly faults: number
  readonly mails: number
}

interface Keys {
  readonly publishable_client_key?: string
  readonly secret_server_key?: string
  readonly super_secret_admin_key?: string
}

export interface Project {
  readonly id: string
  readonly display_name: string
  readonly created_at: number
  readonly is_production_mode: boolean
  readonly user_count: number
  /** `null` for a project that a user owns: only its owners may read the keys. */
  readonly keys: Keys | null
  readonly domains: ReadonlyArray<{ readonly domain: string; readonly handler_path: string }>
}

export interface Projects {
  readonly projects: ReadonlyArray<Project>
}

interface LastFour {
  readonly last_four: string
}

export interface KeySet {
  readonly id: string
  readonly description: string
  readonly created_at_millis: number
  readonly expires_at_millis: number
  readonly manually_revoked_at_millis?: number
  readonly publishable_client_key?: LastFour
  readonly secret_server_key?: LastFour
  readonly super_secret_admin_key?: LastFour
}

export interface KeySets {
  readonly key_sets: ReadonlyArray<KeySet>
}

/** The only response with the keys of the new set. */
export interface NewKeySet extends Keys {
  readonly id: string
  readonly description: string
}

/** The session by which the console calls the admin API. */
export interface OwnerSession {
  readonly access_token: string
}

export interface SignInLink {
  readonly url: string
  readonly expires_at: number
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

interface MailHead {
  readonly id: string
  readonly type: string
  readonly to: string
  readonly subject: string
  readonly at: number
  readonly delivery: "mailbox" | "pending" | "delivered" | "failed"
}

export interface MailHeads {
  readonly mails: ReadonlyArray<MailHead>
  readonly total: number
}

export interface Mail extends MailHead {
  readonly project_id: string
  readonly from: string
  readonly text: string
  readonly links: ReadonlyArray<string>
  readonly codes: ReadonlyArray<string>
  readonly delivery_problem: string | null
}

export interface Request {
  readonly id: string
  readonly at: string
  readonly method: string
  readonly route: string
  readonly tier: string | null
  readonly status: number
  readonly code: string | null
  readonly fault: string | null
  readonly durationMillis: number
}

/** The value is `null` if it may be a secret. */
export type DetailHeader = readonly [name: string, value: string | null]

/** A request and its response. In queries and bodies the text `REDACTED` replaces what may be a secret. */
export interface RequestDetail {
  readonly target: string
  readonly requestHeaders: ReadonlyArray<DetailHeader>
  readonly body: { readonly type: string; readonly text: string } | null
  readonly responseHeaders: ReadonlyArray<DetailHeader>
}

export interface Requests {
  readonly requests: ReadonlyArray<Request>
}

export type FaultKind =
  | "delay"
  | "rateLimit"
  | "serverError"
  | "unavailable"
  | "loop"
  | "reset"
  | "truncate"
  | "wrongErrorHeader"
  | "expireTokens"
  | "dropMail"

/** A fault to inject. Each kind has some of the settings. */
export interface Fault {
  readonly kind: FaultKind
  readonly path?: string
  readonly method?: string
  readonly to?: string
  readonly millis?: number
  readonly retryAfterSeconds?: number
  readonly times?: number
  readonly share?: number
}

export interface ActiveFault {
  readonly id: string
  readonly fault: Fault
  /** The number of requests or mails that the fault has affected. */
  readonly used: number
}

export interface Faults {
  readonly faults: ReadonlyArray<ActiveFault>
}

export interface Clock {
  readonly now: string
  readonly leadMillis: number
}

/** The projects of applications, and all of their users and teams. */
export interface StateSummary {
  readonly projects: number
  readonly users: number
  readonly teams: number
}

export interface SeedState extends StateSummary {
  readonly has_start_seed: boolean
  /** The time of the last import or reset, which can be undone; `null` without one. */
  readonly undo_at_millis: number | null
}

export interface ExportedSeed {
  readonly seed: object
  /** The number of things that a seed cannot express, by kind. */
  readonly left_out: ReadonlyArray<{ readonly what: string; readonly count: number }>
}
