/** The kinds of faults with their texts, and the conversion between form values and the control API. */
import type { Fault, FaultKind } from "../control/responses.ts"

/** The form values of a card. An empty text omits the setting. */
export interface Settings {
  readonly path: string
  readonly to: string
  readonly millis: string
  readonly retryAfterSeconds: string
  /** In percent. */
  readonly share: string
  readonly times: string
}
export type Setting = keyof Settings

interface Kind {
  readonly kind: FaultKind
  readonly title: string
  readonly text: string
  readonly settings: ReadonlyArray<Setting>
}

const ofRequests = ["path", "share", "times"] as const

export const kinds: ReadonlyArray<Kind> = [
  { kind: "delay", title: "Slow", text: "Responses come later.", settings: ["millis", ...ofRequests] },
  {
    kind: "unavailable",
    title: "Unavailable",
    text: "503, and nothing happens.",
    settings: ["retryAfterSeconds", ...ofRequests]
  },
  {
    kind: "rateLimit",
    title: "Rate limit",
    text: "429, and nothing happens.",
    settings: ["retryAfterSeconds", ...ofRequests]
  },
  { kind: "serverError", title: "Server error", text: "500, and nothing happens.", settings: ofRequests },
  { kind: "loop", title: "Loop detected", text: "508 with INFINITE_LOOP_DETECTED.", settings: ofRequests },
  { kind: "reset", title: "No connection", text: "The connection ends before a response.", settings: ofRequests },
  {
    kind: "truncate",
    title: "Broken response",
    text: "It is done, but the response ends halfway.",
    settings: ofRequests
  },
  {
    kind: "wrongErrorHeader",
    title: "Wrong error header",
    text: "The header names an error that the body does not.",
    settings: ofRequests
  },
  {
    kind: "expireTokens",
    title: "Access tokens expire at once",
    text: "Every call has to refresh first.",
    settings: ofRequests
  },
  {
    kind: "dropMail",
    title: "Mail does not arrive",
    text: "Accepted, and never in the mailbox.",
    settings: ["to", "share", "times"]
  }
]

export const labels: Readonly<Record<Setting, string>> = {
  millis: "Delay, ms",
  retryAfterSeconds: "Retry-After, s",
  path: "Path, * for any",
  to: "To, * for any",
  share: "Share, %",
  times: "Times"
}

export const initial: Settings = { path: "*", to: "*", millis: "1200", retryAfterSeconds: "2", share: "100", times: "" }

const numberOf = (text: string) => (text.trim() === "" ? undefined : Number(text))

/** `*` matches everything, as no pattern does. */
const patternOf = (text: string) => (/^\s*\*?\s*$/.test(text) ? undefined : text.trim())

/**
 * Converts form values to the body of a request. The service validates it.
 *
 * @param before the fault that the form has shown: what it does not show, such as the method, is kept
 */
export const faultOf = ({ kind, settings }: Kind, given: Settings, before?: Fault): object => {
  const shown = before && settingsOf(before)
  const has = (setting: Setting) => settings.includes(setting) && given[setting] !== shown?.[setting]
  const share = numberOf(given.share)
  const all = {
    ...before,
    kind,
    ...(has("millis") && { millis: numberOf(given.millis) }),
    ...(has("retryAfterSeconds") && { retryAfterSeconds: numberOf(given.retryAfterSeconds) }),
    ...(has("path") && { path: patternOf(given.path) }),
    ...(has("to") && { to: patternOf(given.to) }),
    ...(has("share") && { share: share === undefined || share === 100 ? undefined : share / 100 }),
    ...(has("times") && { times: numberOf(given.times) })
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** Converts an active fault to form values. */
export const settingsOf = (fault: Fault): Settings => ({
  path: fault.path ?? "*",
  to: fault.to ?? "*",
  millis: String(fault.millis ?? initial.millis),
  retryAfterSeconds: String(fault.retryAfterSeconds ?? ""),
  share: fault.share === undefined ? "100" : String(Math.round(fault.share * 1000) / 10),
  times: fault.times === undefined ? "" : String(fault.times)
})

export const titleOf = (kind: FaultKind): string => kinds.find((one) => one.kind === kind)?.title ?? kind

/** Describes which requests or mails a fault affects, and how often. */
export const reachOf = (fault: Fault): string => {
  const { share, times } = fault
  const whom =
    fault.kind === "dropMail"
      ? `to ${fault.to ?? "any address"}`
      : `${fault.method ?? "any method"} ${fault.path ?? "any path"}`
  return [
    whom,
    ...(share === undefined ? [] : [`${Math.round(share * 1000) / 10} %`]),
    ...(times === undefined ? [] : [times === 1 ? "once" : `${times} times`])
  ].join(", ")
}

export type { Kind }
