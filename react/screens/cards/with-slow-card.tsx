/** A skeleton that a card replaces if the service is slow. */
import type { ReactNode } from "react"
import { Card } from "../../components/card.tsx"
import { clockIcon } from "../../components/icons.tsx"
import { useDelay } from "../../runtime/use-delay.ts"
import { useMessagesOrBlank } from "../../messages/messages.ts"
import { useIsMain } from "../../theme/scope.tsx"

/** Time until the card replaces the skeleton, in milliseconds. */
const SLOW_AFTER = 4000

/**
 * Shows its children, a skeleton, and after four seconds a card about the slow service. Requests
 * continue.
 */
export const WithSlowCard = ({ children }: { readonly children: ReactNode }) => {
  const isSlow = useDelay(SLOW_AFTER)
  const { keepsTrying, slow, slowText } = useMessagesOrBlank()
  const level = useIsMain() ? 1 : 2
  // The card's texts may not be loaded either.
  if (!isSlow || slow === "") return children
  return (
    <Card level={level} icon={clockIcon} title={slow} text={<span role="status">{slowText}</span>} aria-busy="true">
      <p className="ks-hint">{keepsTrying}</p>
    </Card>
  )
}
