/** Below a message about a sent mail: when it expires, and a button that sends it again. */
import { useMemo, useState } from "react"
import { LinkButton } from "../../components/button.tsx"
import { secondsUntil, timeInWords, useTimeLeft } from "../../components/time-left.ts"
import { sending } from "../../messages/english/sending.ts"
import { useLanguage, useMessages } from "../../messages/messages.ts"
import { format, type Template } from "../../messages/template.ts"
import { requestErrorOf } from "../../messages/request-problem.ts"

/** Time until a mail can be sent again, in milliseconds. Most mails have arrived by then. */
const PAUSE = 30_000

export interface MailStatusProps {
  /** Time of the last mail, in epoch milliseconds. */
  readonly sentAt: number
  readonly expiresAt?: Date | undefined
  /** Names the expiry. */
  readonly expires: Template<"time">
  /** Announced when the mail was sent again. */
  readonly again: string
  readonly busy: boolean
  /** The error of sending again. The button is disabled for the time of a `Retry-After`. */
  readonly error: unknown
  readonly onSend: () => void
}

/** Returns the time of a `Retry-After`, in epoch milliseconds. */
const retryAt = (error: unknown): number => {
  const reason = requestErrorOf(error)?.reason
  return (reason?._tag === "RateLimited" || reason?._tag === "UnexpectedStatus" ? reason.retryAt?.getTime() : null) ?? 0
}

export const MailStatus = ({ again, busy, error, expires, expiresAt, onSend, sentAt }: MailStatusProps) => {
  const { sendAgain, sendAgainIn } = useMessages(sending)
  const [first] = useState(sentAt)
  const { tag } = useLanguage()
  const until = Math.max(sentAt + PAUSE, retryAt(error))
  const wait = useTimeLeft(until)
  const isWaiting = wait !== null && !busy
  // Does not count down: screen readers speak each change of the name of the focused button.
  const firstWait = useMemo(() => timeInWords(secondsUntil(until), tag), [until, tag])
  return (
    <div className="ks-mail-status">
      {expiresAt !== undefined && <Expiry expires={expires} at={expiresAt.getTime()} />}
      <LinkButton
        className="ks-row"
        aria-busy={busy || undefined}
        aria-disabled={busy || isWaiting || undefined}
        onClick={busy || isWaiting ? undefined : onSend}
      >
        {busy && <span className="ks-spinner" aria-hidden="true" />}
        {isWaiting ? (
          <>
            <span className="ks-visually-hidden">{format(sendAgainIn, { time: firstWait })}</span>
            <span aria-hidden="true">{format(sendAgainIn, { time: wait })}</span>
          </>
        ) : (
          sendAgain
        )}
      </LinkButton>
      <span className="ks-mail-again" role="status">
        {sentAt !== first && !busy && error === null && again}
      </span>
    </div>
  )
}

const Expiry = ({ at, expires }: { readonly expires: Template<"time">; readonly at: number }) => {
  const left = useTimeLeft(at)
  return left === null ? null : <span className="ks-hint">{format(expires, { time: left })}</span>
}
