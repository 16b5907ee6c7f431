/** The frame of the account settings: the sidebar, the current page, and the slots of the screen's appearance. */
import type { ReactNode, Ref } from "react"
import { useAppearance, useClassName } from "../theme/appearance.ts"

export interface SettingsFrameProps {
  readonly sidebar: ReactNode
  /** The element around the page. */
  readonly ref?: Ref<HTMLDivElement>
  readonly busy?: boolean
  readonly children: ReactNode
}

export const SettingsFrame = ({ busy = false, children, ref, sidebar }: SettingsFrameProps) => {
  const { footer, header } = useAppearance()
  return (
    <>
      <div className={useClassName("card", "ks-account")} aria-busy={busy || undefined}>
        {sidebar}
        <div ref={ref} className="ks-page">
          {header}
          {children}
        </div>
      </div>
      {footer !== undefined && <div className="ks-card-below">{footer}</div>}
    </>
  )
}
