/** The section of the user's email addresses. */
import * as Effect from "effect/Effect"
import type { ContactChannel } from "../../core/schema/contact-channel.ts"
import { isStrictEmail } from "../../core/schema/fields/email-pattern.ts"
import { Client } from "../../tiers/client.ts"
import { Icon, plusIcon } from "../components/icons.tsx"
import { useContactChannelsState } from "../hooks/use-contact-channels.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { EmailRow } from "./email-row.tsx"
import { ListSkeleton } from "./page-skeleton.tsx"
import { Section, ReadErrorNotice } from "./section.tsx"
import { TextForm } from "./text-form.tsx"
import { useLatest } from "./use-latest.ts"

/** Adds an email and mails a verification link. Succeeds with `false` if the mail could not be sent. */
const addEmail = (value: string) =>
  Effect.gen(function* () {
    const { contactChannels } = yield* Client
    const { id } = yield* contactChannels.create({ type: "email", value, usedForAuth: false })
    return yield* contactChannels.sendVerificationEmail(id).pipe(
      Effect.as(true),
      Effect.orElseSucceed(() => false)
    )
  })

/** Compares without case: few mail servers distinguish it. */
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export const Emails = () => {
  const texts = useMessages(account)
  const messages = useMessages()
  const { data: channels, error, refresh } = useLatest(useContactChannelsState())

  const check = (email: string) => {
    if (email === "") return messages.emailEmpty
    if (!isStrictEmail(email)) return messages.emailInvalid
    return channels?.some(({ value }) => same(value, email)) ? texts.emailDuplicate : null
  }

  return (
    <Section title={texts.emails} text={texts.emailsText}>
      {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
      {channels === undefined && error === null && <ListSkeleton />}
      {channels !== undefined && channels.length > 0 && (
        <ul className="ks-list" aria-label={texts.emails}>
          {channels.map((channel: ContactChannel) => (
            <EmailRow key={channel.id} channel={channel} channels={channels} />
          ))}
        </ul>
      )}
      <TextForm
        label={texts.addEmail}
        type="email"
        autoComplete="email"
        placeholder={messages.emailPlaceholder}
        submit={
          <>
            <Icon path={plusIcon} />
            {texts.add}
          </>
        }
        variant="outline"
        check={check}
        effect={addEmail}
        done={(sent, email) => (sent ? format(texts.emailSentTo, { email }) : texts.emailNotSent)}
      />
    </Section>
  )
}
