/** A card that says one thing and offers a way on. */
import { Button, type ButtonProps } from "../components/button.tsx"
import { Card, type CardProps } from "../components/card.tsx"
import { Scope } from "../theme/scope.tsx"
import type { Theme } from "../theme/theme.ts"

export interface MessageCardProps extends Omit<CardProps, "stub"> {
  /** Fills the page with the card, as its `<main>`, and centres it. Default `false`. */
  readonly fullPage?: boolean | undefined
  /** A look of its own, over the provider's. */
  readonly theme?: Theme | undefined
  readonly primaryButtonText?: string | undefined
  readonly primaryAction?: (() => void) | undefined
  readonly primaryBusy?: boolean | undefined
  /** `outline` for a way on that is not what the user came for. Default `primary`. */
  readonly primaryVariant?: ButtonProps["variant"]
  readonly secondaryButtonText?: string | undefined
  readonly secondaryAction?: (() => void) | undefined
  /** The secondary action is running. */
  readonly secondaryBusy?: boolean | undefined
}

export const MessageCard = ({
  children,
  fullPage = false,
  level = fullPage ? 1 : 2,
  primaryAction,
  primaryBusy = false,
  primaryButtonText,
  primaryVariant,
  secondaryAction,
  secondaryBusy = false,
  secondaryButtonText,
  theme,
  ...rest
}: MessageCardProps) => {
  const card = (
    <Card {...rest} level={level}>
      {children}
      {(primaryButtonText ?? secondaryButtonText) !== undefined && (
        <div className="ks-stack">
          {primaryButtonText !== undefined && (
            <Button width="full" variant={primaryVariant} busy={primaryBusy} onClick={primaryAction}>
              {primaryButtonText}
            </Button>
          )}
          {secondaryButtonText !== undefined && (
            <Button width="full" variant="outline" busy={secondaryBusy} onClick={secondaryAction}>
              {secondaryButtonText}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
  if (!fullPage && theme === undefined) return card
  return <Scope as={fullPage ? "main" : "div"} className={fullPage ? "ks-screen" : undefined} theme={theme}>{card}</Scope>
}
