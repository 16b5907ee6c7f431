/** The form of a new notice. The text stays in the form until the notice is pinned, also after failures. */
import * as Exit from "effect/Exit"
import { type FormEvent, useId, useState } from "react"
import type { Team } from "keystile"
import { Button, Field, useUser } from "keystile/react"
import { useChangeBoard } from "../board/notices.ts"
import { Problem } from "../components/problem.tsx"

interface PinFormProps {
  readonly team: Team
  /** Called after the notice is pinned, or the form is canceled. */
  readonly onDone: () => void
}

export const PinForm = ({ onDone, team }: PinFormProps) => {
  const user = useUser({ or: "redirect" })
  const textId = useId()
  // The same id for all attempts, because an attempt without a response may have succeeded.
  const [id] = useState(() => crypto.randomUUID())
  const [title, setTitle] = useState("")
  const [text, setText] = useState("")
  const [missing, setMissing] = useState(false)
  const change = useChangeBoard(team.id)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(title.trim() === "")
    if (title.trim() === "") return
    const notice = {
      id,
      title: title.trim(),
      text: text.trim(),
      authorId: user.id,
      at: Date.now()
    }
    const exit = await change.run((notices) => [notice, ...notices.filter((other) => other.id !== id)])
    if (Exit.isSuccess(exit)) onDone()
  }

  return (
    <form className="panel form" onSubmit={submit} noValidate aria-label="New notice">
      <Field
        label="Title"
        value={title}
        maxLength={80}
        spellCheck
        autoCapitalize="sentences"
        ref={focus}
        onChange={({ target }) => setTitle(target.value)}
        error={missing && title.trim() === "" ? "A notice needs a title." : undefined}
      />
      <div className="ks-field">
        <label className="ks-label" htmlFor={textId}>
          Text
        </label>
        <textarea
          className="ks-input"
          id={textId}
          rows={4}
          maxLength={600}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Problem error={change.error} />
      <p className="links">
        <Button type="submit" busy={change.pending}>
          Pin it
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </p>
    </form>
  )
}

/** Moves the focus into the form. */
const focus = (field: HTMLInputElement | null) => field?.focus()
