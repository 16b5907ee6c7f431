/** The skeleton of the account settings, with what is known of them. */
import type { ReactNode } from "react"
import { useMessagesOrBlank } from "../messages/messages.ts"
import { useClassName } from "../theme/appearance.ts"
import { useIsMain } from "../theme/scope.tsx"
import { PageSkeleton } from "./page-skeleton.tsx"
import { SettingsFrame } from "./settings-frame.tsx"

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
    <SettingsFrame busy sidebar={sidebar}>
      <div className="ks-visually-hidden" role="status" aria-busy="true">
        {loading !== "" && <Title>{loading}</Title>}
      </div>
      <PageSkeleton title={title} />
    </SettingsFrame>
  )
}

const SidebarSkeleton = () => (
  <div className={useClassName("sidebar", "ks-sidebar")}>
    <div className="ks-sidebar-list">
      {["1", "2", "3"].map((key) => (
        <div className="ks-sidebar-item" key={key}>
          <span className="ks-skeleton" data-shape="text" />
        </div>
      ))}
    </div>
  </div>
)
