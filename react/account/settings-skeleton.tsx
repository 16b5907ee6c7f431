/** The skeleton of the account settings, with what is known of them. */
import type { ReactNode } from "react"
import { useMessagesOrBlank } from "../messages/messages.ts"
import { useIsMain } from "../theme/scope.tsx"
import { PageSkeleton } from "./page-skeleton.tsx"

export interface SettingsSkeletonProps {
  /** Default the skeleton of a sidebar. */
  readonly sidebar?: ReactNode
  /** Title of the page. Default its skeleton. */
  readonly title?: string | undefined
}

export const SettingsSkeleton = ({ sidebar = <SidebarSkeleton />, title }: SettingsSkeletonProps) => {
  const { loading } = useMessagesOrBlank()
  const Title = useIsMain() ? "h1" : "h2"
  return (
    <div className="ks-account" aria-busy="true">
      {sidebar}
      <div className="ks-page">
        <div className="ks-visually-hidden" role="status">
          {loading !== "" && <Title>{loading}</Title>}
        </div>
        <PageSkeleton title={title} />
      </div>
    </div>
  )
}

const SidebarSkeleton = () => (
  <div className="ks-sidebar">
    <div className="ks-sidebar-list">
      {["1", "2", "3"].map((key) => (
        <div className="ks-sidebar-item" key={key}>
          <span className="ks-skeleton" data-shape="text" />
        </div>
      ))}
    </div>
  </div>
)
