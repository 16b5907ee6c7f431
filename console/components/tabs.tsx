/** Tabs (ARIA Authoring Practices, tabs with automatic activation): arrow keys select the next tab and its panel. */
import { type ReactNode, useId, useRef } from "react"

interface Props {
  readonly label: string
  readonly tabs: ReadonlyArray<{ readonly name: string; readonly title: string }>
  readonly chosen: string
  readonly choose: (name: string) => void
  readonly children: ReactNode
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

export const Tabs = ({ children, choose, chosen, label, tabs }: Props) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const step = (key: string) => {
    const by = steps[key]
    if (by === undefined) return
    const next = (tabs.findIndex(({ name }) => name === chosen) + by + tabs.length) % tabs.length
    const tab = tabs[next]
    if (tab !== undefined) choose(tab.name)
    list.current?.querySelectorAll("button")[next]?.focus()
  }
  return (
    <div className="ks-stack">
      <div ref={list} className="ks-tabs ks-mail-tabs" role="tablist" aria-label={label}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            className="ks-tab"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
            onKeyDown={({ key }) => step(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div className="ks-tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  )
}
