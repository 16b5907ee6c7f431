/**
 * The banner of an owner who is signed in as another person. It is in the top layer and in a shadow root of its own, so
 * that style sheets of the application neither cover nor hide nor change it.
 */
import { useState } from "react"
import { createPortal } from "react-dom"
import { useSignOut } from "../hooks/use-sign-out.ts"
import { useUserState } from "../hooks/use-user-state.ts"
import { impersonationTexts } from "../messages/english/impersonation.ts"
import { useLanguageAttributes, useMessages } from "../messages/messages.ts"
import { formatNodes } from "../messages/template.ts"
import { type PageEdge, useTopLayerRoot } from "./use-top-layer-root.ts"
import { styles } from "./impersonation-banner-styles.ts"

export interface ImpersonationBannerProps {
  readonly userId: string
}

export const ImpersonationBanner = ({ userId }: ImpersonationBannerProps) => {
  const [edge, setEdge] = useState<PageEdge>("bottom")
  const root = useTopLayerRoot("keystile-impersonation", styles, edge)
  return createPortal(<Banner userId={userId} edge={edge} move={setEdge} />, root)
}

interface BannerProps extends ImpersonationBannerProps {
  readonly edge: PageEdge
  readonly move: (edge: PageEdge) => void
}

const Banner = ({ edge, move, userId }: BannerProps) => {
  const { impersonation, impersonationEnd, impersonationText, impersonationToBottom, impersonationToTop } =
    useMessages(impersonationTexts)
  const language = useLanguageAttributes()
  const { data: user } = useUserState({ includeRestricted: true })
  const { pending, run } = useSignOut()
  const name = user?.displayName || user?.primaryEmail || userId
  const [otherEdge, moveLabel, arrow] =
    edge === "bottom"
      ? (["top", impersonationToTop, "M10 16V4m0 0L5 9m5-5 5 5"] as const)
      : (["bottom", impersonationToBottom, "M10 4v12m0 0 5-5m-5 5-5-5"] as const)
  return (
    <section {...language} className={`banner ${edge}`} aria-label={impersonation}>
      <p role="status">
        {formatNodes(impersonationText, {
          name: (
            <bdi key="name" title={name}>
              {name}
            </bdi>
          )
        })}
      </p>
      <button type="button" className="move" aria-label={moveLabel} title={moveLabel} onClick={() => move(otherEdge)}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d={arrow} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
        </svg>
      </button>
      <button type="button" aria-disabled={pending} onClick={() => void (pending || run())}>
        {impersonationEnd}
      </button>
    </section>
  )
}
