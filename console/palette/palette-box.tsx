/** The dialog of the command palette: a combobox with the list of what can be opened. */
import { useLayoutEffect, useRef } from "react"
import { counted } from "../components/counted.ts"
import { Problem } from "../components/problem.tsx"
import { ScreenReaderStatus } from "../components/screen-reader-status.tsx"
import { useListbox } from "../components/use-listbox.ts"

/** Something to open. */
export interface Choice {
  readonly href: string
  /** `User`, or the group of a page. */
  readonly kind: string
  readonly title: string
  readonly detail?: string
}

interface Props {
  readonly query: string
  readonly setQuery: (query: string) => void
  readonly choices: ReadonlyArray<Choice>
  /** True while more choices are looked for. */
  readonly isPending: boolean
  /** Why users and teams could not be searched. */
  readonly problem?: string | null
  readonly onClose: () => void
}

export const PaletteBox = ({ choices, isPending, onClose, problem = null, query, setQuery }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const { field, list, onKeyDown, optionProps, selectFirst } = useListbox(choices, ({ href }) => {
    onClose()
    location.hash = href
  })
  const status = () => {
    if (choices.length > 0) return counted(choices.length, "result")
    if (problem !== null) return ""
    return isPending ? "Searching" : "Nothing matches"
  }

  return (
    <dialog
      ref={dialog}
      className="ks-dialog ks-palette"
      aria-label="Go to"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="ks-palette-body">
        <input
          className="ks-input"
          {...field}
          aria-label="Go to a page, a user or a team"
          placeholder="Go to a page, a user or a team"
          value={query}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setQuery(target.value)
            selectFirst()
          }}
        />
        <ScreenReaderStatus>{status()}</ScreenReaderStatus>
        <div {...list} className="ks-options" aria-label="Results">
          {choices.map((choice, index) => (
            <div key={`${choice.href} ${choice.title}`} {...optionProps(choice, index)}>
              <span className="ks-truncate">{choice.title}</span>
              {choice.detail !== undefined && <span className="ks-text ks-truncate">{choice.detail}</span>}
              <span className="ks-badge">{choice.kind}</span>
            </div>
          ))}
        </div>
        <Problem>{problem}</Problem>
        {choices.length === 0 && problem === null && (
          <p className="ks-text ks-palette-none">{isPending ? "Searching …" : `Nothing matches “${query.trim()}”.`}</p>
        )}
      </div>
    </dialog>
  )
}
