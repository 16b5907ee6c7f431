/** What a test run did with the SDK, one line each: what the recorder writes and the tables read. */

/** A member was used: by an Effect program (`effect`) or through the facade (`promise`). */
export interface Used {
  readonly kind: "used"
  readonly form: "effect" | "promise"
  /** `client teams.leave` in Effect, `CurrentUser.leaveTeam` in the facade; of data, what is in the result. */
  readonly member: string
  /** Whether it ended well, or only began: some lead away from the page and never end. */
  readonly how: "succeeded" | "began"
}

/** A call of the wire that a member made ended. */
export interface Met {
  readonly kind: "met"
  readonly member: string
  readonly endpoint: string
  /** What the call declares. */
  readonly declares: ReadonlyArray<string>
  /** The known error it ended with; `null`: it ended in any other way. */
  readonly code: string | null
  /** Whether a service said so, or a test that has none and wrote the answer itself. */
  readonly by: "service" | "script"
}

export type Note = Used | Met

/** The tier as the lists know it: what an admin shares with a server is the server's. */
export const memberOf = (tier: string, path: string): string => `${tier === "client" ? "client" : "server"} ${path}`
