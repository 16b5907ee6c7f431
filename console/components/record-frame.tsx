/** The frame of a user or a team: document title, heading, deletion notice, id, and the tabs above the shown one. */
import type { ReactNode } from "react"
import { Value } from "./copy-button.tsx"
import { Notice } from "./notice.tsx"
import { PageHead } from "./page-head.tsx"
import { PageTabs, type Tab } from "./page-tabs.tsx"
import { useDocumentTitle } from "./use-document-title.ts"

interface Props {
  readonly kind: "team" | "user"
  readonly id: string
  readonly name: string
  readonly facts: ReactNode
  readonly actions: ReactNode
  /** Whether the record is deleted unless the owner undoes that. */
  readonly isDeleted: boolean
  /** The accessible name of the tabs. */
  readonly tabsLabel: string
  readonly tabs: ReadonlyArray<Tab>
  /** The name of the tab that is shown. */
  readonly current: string
  readonly hrefOf: (tab: string) => string
  /** The content of the tab that is shown. */
  readonly children: ReactNode
}

export const RecordFrame = ({
  actions,
  children,
  current,
  facts,
  hrefOf,
  id,
  isDeleted,
  kind,
  name,
  tabs,
  tabsLabel
}: Props) => {
  useDocumentTitle(name)
  return (
    <>
      <PageHead kind={kind} name={name} facts={facts} actions={actions} />
      {isDeleted && (
        <Notice tone="warning">
          This {kind} will be deleted. Undo that below to keep the {kind}.
        </Notice>
      )}
      <dl className="ks-keys">
        <Value name={kind === "user" ? "User id" : "Team id"} value={id} />
      </dl>
      <PageTabs label={tabsLabel} tabs={tabs} current={current} hrefOf={hrefOf} />
      {children}
    </>
  )
}
