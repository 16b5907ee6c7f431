/** The device that sends a request, for the list of a user's sessions. */
import { Context } from "effect"

export interface ClientDevice {
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

/** The greatest length of a recorded `User-Agent`, which any client can send. */
const MAX_USER_AGENT = 300

/** Returns the `User-Agent` of a request, cut to its greatest length. */
export const userAgentOf = (headers: Readonly<Record<string, string | undefined>>): string | null =>
  headers["user-agent"]?.slice(0, MAX_USER_AGENT) ?? null

/** The user's device. Unknown outside of requests, and in requests of servers, which act for all their users. */
export const CurrentDevice = Context.Reference<ClientDevice>("keystile/service/CurrentDevice", {
  defaultValue: () => ({ ipAddress: null, userAgent: null })
})
