/** A card with a message and up to two buttons. */
import { Button, type ButtonProps } from "../../components/button.tsx"
import { Card, type CardProps } from "../../components/card.tsx"
import { EventErrorNotice } from "../../components/event-error-notice.tsx"
import { type EventHandlerState, useEventHandler } from "../../components/use-event-handler.ts"
import { Scope } from "../../theme/scope.tsx"
import type { Theme } from "../../theme/theme.ts"

/** Props of `<MessageCard>`. */
export interface MessageCardProps extends CardProps {
  /** Fills the page with the card as its `<main>`, and centers it. Default `false`. */
  readonly fullPage?: boolean | undefined
  /** Theme of this card, over the provider's. */
  readonly theme?: Theme | undefined
  /** The text of the first button. Without it there is none. */
  readonly primaryButtonText?: string | undefined
  /** Called on click. The button is busy while a returned promise is pending. An error shows in the card. */
  readonly primaryAction?: (() => void) | undefined
  /** The first button shows a spinner. Default `false`. */
  readonly primaryBusy?: boolean | undefined
  /** `outline` for an action that the user did not come for. Default `primary`. */
  readonly primaryVariant?: ButtonProps["variant"]
  /** The text of the second button. Without it there is none. */
  readonly secondaryButtonText?: string | undefined
  /** Same as `primaryAction`. */
  readonly secondaryAction?: (() => void) | undefined
  /** Shows the second button as busy. */
  readonly secondaryBusy?: boolean | undefined
}

const press = ({ run }: EventHandlerState, action: (() => void) | undefined) =>
  action === undefined ? undefined : () => run(action)

/** A card with a message and up to two buttons. */
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
  const primary = useEventHandler()
  const secondary = useEventHandler()
  const failed = primary.failed ?? secondary.failed
  const card = (
    <Card {...rest} level={level}>
      {children}
      {failed !== null && <EventErrorNotice failed={failed} />}
      {(primaryButtonText ?? secondaryButtonText) !== undefined && (
        <div className="ks-stack">
          {primaryButtonText !== undefined && (
            <Button
              width="full"
              variant={primaryVariant}
              busy={primaryBusy || primary.pending}
              onClick={press(primary, primaryAction)}
            >
              {primaryButtonText}
            </Button>
          )}
          {secondaryButtonText !== undefined && (
            <Button
              width="full"
              variant="outline"
              busy={secondaryBusy || secondary.pending}
              onClick={press(secondary, secondaryAction)}
            >
              {secondaryButtonText}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
  if (!fullPage && theme === undefined) return card
  return (
    <Scope as={fullPage ? "main" : "div"} className={fullPage ? "ks-screen" : undefined} theme={theme}>
      {card}
    </Scope>
  )
}
