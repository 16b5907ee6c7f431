/** Known errors about one of the sessions of a user. */
import { knownError } from "./known-error.ts"

/** A session cannot revoke itself. Sign out instead. Sent by services since Stack Auth 2.8. */
export class CannotDeleteCurrentSession extends knownError("CannotDeleteCurrentSession", {
  status: 400,
  message: "This is the session that you are using. Sign out to end it."
}) {}

/** The user has no such session. It may have ended. An extension. */
export class SessionNotFound extends knownError("SessionNotFound", {
  status: 404,
  message: "This session has ended already."
}) {}
