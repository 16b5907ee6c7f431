/** Sends a test mail through the mail server of the form, before or after it is saved. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { Button } from "../components/button.tsx"
import { Field } from "../components/fields.tsx"
import { Icon } from "../components/icons.tsx"
import { problemOf } from "../components/problem-text.ts"
import { Section } from "../components/section.tsx"
import { inputOf, type ServerDraft } from "./server-draft.ts"

interface Props {
  readonly draft: ServerDraft
  /** Shows the problems of the form. Returns `true` if there are none. */
  readonly check: () => boolean
}

export const TestMailForm = ({ check, draft }: Props) => {
  const [recipient, setRecipient] = useState("")
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const send = useAdminAction(({ sendTestEmail }, recipientEmail: string) => {
    const { type: _, ...emailConfig } = inputOf(draft)
    return sendTestEmail({ recipientEmail, emailConfig })
  })

  const submit = async () => {
    const address = recipient.trim()
    setSent(null)
    setProblem(null)
    send.reset()
    if (!/^[^\s@]+@[^\s@]+$/.test(address)) {
      setProblem("Enter an address of yours.")
      return
    }
    if (!check()) {
      setProblem("Correct the mail server above first.")
      return
    }
    if (Exit.isSuccess(await send.run(address))) setSent(address)
  }

  return (
    <Section title="Test mail" text="Goes through the server above, saved or not. Nothing of it is kept.">
      <form
        className="ks-form ks-narrow"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field
          label="Recipient"
          value={recipient}
          placeholder="you@example.com"
          problem={problem ?? problemOf(send.error)}
          onChange={(text) => {
            setRecipient(text)
            setProblem(null)
          }}
        />
        <div role="status">
          {sent !== null && (
            <p className="ks-row">
              <Icon name="check" />
              <span>The server accepted the mail to {sent}.</span>
            </p>
          )}
        </div>
        <div>
          <Button type="submit" busy={send.pending}>
            Send a test mail
          </Button>
        </div>
      </form>
    </Section>
  )
}
