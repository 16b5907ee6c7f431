/** A card that says one thing and offers a way on. */
import type { ReactNode } from "react"
import { Button } from "../components/button.tsx"
import { Card, type CardProps } from "../components/card.tsx"

export interface MessageCardProps extends Pick<CardProps, "title" | "level" | "seal" | "tone"> {
  readonly children?: ReactNode
  readonly primaryButtonText?: string | undefined
  readonly primaryAction?: (() => void) | undefined
  readonly secondaryButtonText?: string | undefined
  readonly secondaryAction?: (() => void) | undefined
  /** The secondary action is running. */
  readonly secondaryBusy?: boolean | undefined
}

export const MessageCard = ({
  children,
  primaryAction,
  primaryButtonText,
  secondaryAction,
  secondaryBusy = false,
  secondaryButtonText,
  ...card
}: MessageCardProps) => (
  <Card {...card}>
    {children}
    {(primaryButtonText ?? secondaryButtonText) !== undefined && (
      <div className="ks-stack">
        {primaryButtonText !== undefined && (
          <Button width="full" onClick={primaryAction}>
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
