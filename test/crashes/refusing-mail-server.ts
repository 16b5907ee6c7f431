/** An SMTP server that refuses the first mail to each address of the crash test's refused mails, for good. */
import { Effect } from "effect"
import { smtpServer } from "../service/smtp-servers.ts"

export const refusingMailServer = Effect.gen(function* () {
  const refused = new Set<string>()
  const { received, settings } = yield* smtpServer({
    onRcptTo: ({ address }, _, done) => {
      if (!address.startsWith("refused-") || refused.has(address)) return done()
      refused.add(address)
      return done(Object.assign(new Error("refused"), { responseCode: 550 }))
    }
  })
  return { settings, recipients: () => new Set(received.flatMap(({ to }) => to)) }
})
