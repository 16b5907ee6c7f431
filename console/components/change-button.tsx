/** A button that changes the project, with its error beside it. */
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useLayoutEffect, useRef } from "react"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { useAnnounce } from "./announcements.tsx"
import { Button } from "./button.tsx"
import { Problem } from "./problem.tsx"
import { ConfirmButton } from "./confirm-button.tsx"
import { type CallFailure, problemOf } from "./problem-text.ts"

interface Props<E extends CallFailure> {
  readonly word: string
  /** The object of the action for screen readers, e.g. an address. Default: none, the word is enough. */
  readonly what?: string
  readonly change: (admin: ProjectAdminCalls) => Effect.Effect<unknown, E>
  /** Announced afterwards. */
  readonly done: string
  /** Requires a second click, for a change that cannot be undone. */
  readonly needsConfirmation?: boolean
  readonly variant?: "outline" | "quiet"
}

export const ChangeButton = <E extends CallFailure>({
  change,
  done,
  needsConfirmation = false,
  variant = "quiet",
  what,
  word
}: Props<E>) => {
  const action = useAdminAction(change)
  const announce = useAnnounce()
  const box = useRef<HTMLSpanElement>(null)
  useFocusAfterRemoval(box)

  const run = async () => {
    const exit = await action.run()
    if (Exit.isSuccess(exit)) announce(done)
  }

  return (
    <span className="ks-change" ref={box}>
      {needsConfirmation ? (
        <ConfirmButton word={word} what={what} variant={variant} busy={action.pending} onConfirm={run} />
      ) : (
        <Button
          variant={variant}
          {...(what !== undefined && { label: `${word} ${what}` })}
          busy={action.pending}
          onClick={() => void run()}
        >
          {word}
        </Button>
      )}
      <Problem>{problemOf(action.error)}</Problem>
    </span>
  )
}

/** Moves the focus to the heading of the section when the element with the focus is removed, such as with its row. */
const useFocusAfterRemoval = (box: { readonly current: HTMLElement | null }) => {
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (element?.contains(document.activeElement)) element.closest("section")?.querySelector("h2")?.focus()
    }
  }, [box])
}
