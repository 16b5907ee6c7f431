/** The frame of the pages that mails lead to with a code. */
import type * as Redacted from "effect/Redacted"
import type { ReactNode } from "react"
import type { PageParameters } from "./link-code.ts"
import { FormSkeleton } from "../../components/form-skeleton.tsx"
import { linkSkeleton } from "./link-skeleton.ts"
import { levelOf, PageFrame, type PageProps } from "./page-frame.tsx"

export interface LinkPageProps extends PageProps {
  /** Parameters of the page. Default those of its URL. */
  readonly searchParams?: PageParameters | undefined
}

/** Props of a page's content. */
export interface LinkContentProps {
  /** The code of the link; `null` if the URL has no code of the right length. */
  readonly code: Redacted.Redacted<string> | null
  readonly level: 1 | 2
}

/** Props of what a page shows for a code. */
export interface LinkCodeProps extends LinkContentProps {
  readonly code: Redacted.Redacted<string>
}

export const linkPageSkeleton = <FormSkeleton {...linkSkeleton} />

interface LinkPageFrameProps extends PageProps {
  /**
   * The code, or `undefined` until it is read. The page reads it, not the content: the content suspends, and the code
   * leaves the URL before anything is loaded.
   */
  readonly code: LinkContentProps["code"] | undefined
  /** Shown until the code is read and the content is loaded. Default the skeleton of a question. */
  readonly loading?: ReactNode
  readonly children: (props: LinkContentProps) => ReactNode
}

export const LinkPageFrame = ({ children, code, loading = linkPageSkeleton, ...props }: LinkPageFrameProps) => (
  <PageFrame {...props} loading={loading}>
    {code === undefined ? loading : children({ code, level: levelOf(props) })}
  </PageFrame>
)
