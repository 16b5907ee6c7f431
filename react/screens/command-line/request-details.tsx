/** When, from where and by which program a sign-in was requested, as far as the service says. */
import { useState } from "react"
import type { CommandLineSignInDetails } from "../../../core/schema/command-line-sign-in.ts"
import { relativeTime } from "../../account/relative-time.ts"
import { commandLineTexts } from "../../messages/english/command-line.ts"
import { useLanguage, useMessages } from "../../messages/messages.ts"
import { inLine } from "../../messages/template.ts"

export const RequestDetails = ({ requestedAt, requestedFrom, userAgent }: CommandLineSignInDetails) => {
  const { cliAddress, cliProgram, cliRequested } = useMessages(commandLineTexts)
  const { tag } = useLanguage()
  const [now] = useState(() => Date.now())
  if (requestedAt === undefined && requestedFrom === undefined && userAgent === undefined) return null
  return (
    <dl className="ks-facts">
      {requestedAt !== undefined && (
        <div>
          <dt>{cliRequested}</dt>
          <dd>
            <time dateTime={requestedAt.toISOString()}>{relativeTime(requestedAt, now, tag)}</time>
          </dd>
        </div>
      )}
      {requestedFrom !== undefined && (
        <div>
          <dt>{cliAddress}</dt>
          <dd>
            <bdi dir="ltr">{requestedFrom.address}</bdi>
          </dd>
        </div>
      )}
      {userAgent !== undefined && (
        <div>
          <dt>{cliProgram}</dt>
          <dd className="ks-truncate" dir="ltr" title={userAgent}>
            {inLine(userAgent)}
          </dd>
        </div>
      )}
    </dl>
  )
}
