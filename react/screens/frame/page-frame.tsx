/**
 * The frame of the pages that mails and providers lead to. They send no referrer, since their URL may contain a code.
 */
import type { ReactNode } from "react"
import { FormSkeleton } from "../../components/form-skeleton.tsx"
import type { Appearance } from "../../theme/appearance.ts"
import type { Theme } from "../../theme/theme.ts"
import { PageFooter } from "./page-footer.tsx"
import { Screen } from "./screen.tsx"

/** Props of all of these pages. */
export interface PageProps {
  /** Fills the page with the screen as its `<main>`, and centers it. Default `false`. */
  readonly fullPage?: boolean | undefined
  /** Theme of this screen, over the provider's. Create it outside of the component, or memoize it. */
  readonly theme?: Theme | undefined
  /** Slots of the cards, and class names of their elements. */
  readonly appearance?: Appearance | undefined
}

/** Returns the heading level of a page's title. */
export const levelOf = ({ fullPage = false }: PageProps): 1 | 2 => (fullPage ? 1 : 2)

/** The skeleton of a message with two buttons. */
export const cardSkeleton = <FormSkeleton icon fields={0} buttons={2} footer={false} />

interface PageFrameProps extends PageProps {
  readonly loading: ReactNode
  /** Links to the home page below the card. Default `false`. */
  readonly back?: boolean | undefined
  readonly children: ReactNode
}

export const PageFrame = ({ back = false, children, ...props }: PageFrameProps) => (
  <Screen {...props} footer={<PageFooter back={back} />}>
    <meta name="referrer" content="no-referrer" />
    {children}
  </Screen>
)
