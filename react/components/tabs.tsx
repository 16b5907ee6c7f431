/** Tabs, by the tabs pattern of the ARIA Authoring Practices. */
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react"
import { className } from "../theme/class-name.ts"

/** One tab and its panel. */
export interface Tab {
  /** Unique within the tabs. */
  readonly id: string
  /** The text of the tab. */
  readonly label: ReactNode
  /** The panel. */
  readonly content: ReactNode
}

/** Props of `<Tabs>`. */
export interface TabsProps extends Omit<ComponentProps<"div">, "onSelect" | "children"> {
  /** Accessible name of the list of tabs. */
  readonly label: string
  /** The tabs, in their order. */
  readonly tabs: ReadonlyArray<Tab>
  /** Id of the selected tab, if the caller controls it. */
  readonly selected?: string | undefined
  /** Id of the first selected tab, if the caller does not control it. Default the first tab. */
  readonly initial?: string | undefined
  /** Called with the id of a tab when it is selected. */
  readonly onSelect?: ((id: string) => void) | undefined
}

/**
 * Renders the content of the selected tab only. List and panel are siblings, so that the card's spacing applies to
 * both.
 */
export const Tabs = ({ className: given, initial, label, onSelect, selected: kept, tabs, ...props }: TabsProps) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState(initial)
  const selected = tabs.find((tab) => tab.id === (kept ?? own)) ?? tabs[0]

  const select = (tab: Tab | undefined) => {
    if (tab === undefined || tab.id === selected?.id) return
    setOwn(tab.id)
    onSelect?.(tab.id)
  }

  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || list.current === null) return
    const ahead = getComputedStyle(list.current).direction === "rtl" ? -1 : 1
    const at = tabs.findIndex((tab) => tab.id === selected?.id)
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: at + ahead,
      ArrowLeft: at - ahead,
      Home: 0,
      End: tabs.length - 1
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    select(tabs[next])
    const button = list.current.children.item(next)
    if (button instanceof HTMLElement) button.focus()
  }

  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs have it */}
      <div
        {...props}
        ref={list}
        className={className("ks-tabs", given)}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            className="ks-tab"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab === selected}
            aria-controls={tab === selected ? `${id}-panel` : undefined}
            tabIndex={tab === selected ? 0 : -1}
            onClick={() => select(tab)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div className="ks-tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected?.id}`}>
        {selected?.content}
      </div>
    </>
  )
}
