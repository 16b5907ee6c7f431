/** The frame of the pages that mails and providers lead to: they may hold a code, so they tell nobody where they are. */
import type { ReactNode } from "react"
import { FormSkeleton } from "../../components/form-skeleton.tsx"
import type { Theme } from "../../theme/theme.ts"
import { Screen } from "./screen.tsx"

/** What all of these pages can be given. */
export interface PageProps {
  /** Fills the page with the screen, as its `<main>`, and centres it. Default `false`. */
  readonly fullPage?: boolean | undefined
  /** A look of its own, over the provider's. Write it outside of the component, or memoize it. */
  readonly theme?: Theme | undefined
}

/** Rank of the title of a page among its headings. */
export const levelOf = ({ fullPage = false }: PageProps): 1 | 2 => (fullPage ? 1 : 2)

/** What shows where a message with two buttons will be. */
export const cardSkeleton = <FormSkeleton fields={0} buttons={2} footer={false} />

interface PageFrameProps extends PageProps {
  readonly loading: ReactNode
  readonly children: ReactNode
}

export const PageFrame = ({ children, ...props }: PageFrameProps) => (
  <Screen {...props}>
    <meta name="referrer" content="no-referrer" />
    {children}
  </Screen>
)
