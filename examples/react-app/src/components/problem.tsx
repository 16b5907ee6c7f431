/** A failure as a text for users, with a button that tries again where possible. */
import { Button } from "keystile/react"

/** An error of a call. `reason` is the reason of a `RequestError`. */
interface CallError {
  readonly _tag: string
  readonly message: string
  readonly reason?: { readonly _tag: string }
}

interface ProblemProps {
  readonly error: CallError | null
  readonly retry?: () => Promise<void>
}

export const Problem = ({ error, retry }: ProblemProps) =>
  error !== null && (
    <div className="problem" role="alert">
      <p>{sentenceFor(error)}</p>
      {retry !== undefined && (
        <Button variant="outline" size="sm" onClick={() => void retry()}>
          Try again
        </Button>
      )}
    </div>
  )

const sentenceFor = ({ _tag, message, reason }: CallError): string => {
  switch (reason?._tag ?? _tag) {
    case "Offline":
      return "The network is gone. Nothing was changed; try again when it is back."
    case "NoConnection":
    case "TimedOut":
      return "There was no response. Whether it was done is not known; look, and try again."
    case "RateLimited":
      return "That was a lot at once. Try again in a minute."
    case "SessionRejected":
    case "SessionChanged":
    case "CannotGetOwnUserWithoutUser":
      return "You have been signed out meanwhile. Sign in again to go on."
    case "TeamPermissionRequired":
      return "You may not do this in this team any more."
    case "TeamNotFound":
    case "TeamMembershipNotFound":
      return "You are not in this team any more."
    default:
      // Known errors have a message for users. Other failures are problems of the service.
      return reason === undefined ? message : "This did not work. Try again in a little while."
  }
}
