/**
 * The dialog of the command palette: an editable combobox with a list (ARIA Authoring Practices, list autocomplete with
 * manual selection). The focus stays in the field, and the arrow keys select an option.
 */
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import { ScreenReaderStatus } from "../components/components.tsx"

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
  readonly onClose: () => void
}

export const PaletteBox = ({ choices, isPending, onClose, query, setQuery }: Props) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [selected, select] = useState(0)
  const at = Math.min(selected, choices.length - 1)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [at])

  const open = (choice: Choice | undefined) => {
    if (choice === undefined) return
    onClose()
    location.hash = choice.href
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const count = choices.length
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    if (event.key === "Enter") open(choices[at])
    else if (to === undefined || count === 0) return
    else select((to + count) % count)
    event.preventDefault()
  }
  const status = () => {
    if (choices.length > 0) return choices.length === 1 ? "1 result" : `${choices.length} results`
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
          role="combobox"
          aria-label="Go to a page, a user or a team"
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          placeholder="Go to a page, a user or a team"
          value={query}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setQuery(target.value)
            select(0)
          }}
        />
        <ScreenReaderStatus>{status()}</ScreenReaderStatus>
        <div ref={list} className="ks-palette-list" role="listbox" id={`${id}-list`} aria-label="Results">
          {choices.map((choice, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- The field has the focus.
            <div
              key={`${choice.href} ${choice.title}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onClick={() => open(choice)}
              onPointerMove={() => select(index)}
            >
              <span className="ks-truncate">{choice.title}</span>
              {choice.detail !== undefined && <span className="ks-text ks-truncate">{choice.detail}</span>}
              <span className="ks-badge">{choice.kind}</span>
            </div>
          ))}
        </div>
        {choices.length === 0 && (
          <p className="ks-text ks-palette-none">{isPending ? "Searching …" : `Nothing matches “${query.trim()}”.`}</p>
        )}
      </div>
    </dialog>
  )
}
