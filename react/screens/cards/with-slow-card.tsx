/** A skeleton, and the card that replaces it when the service does not answer for long. */
import type { ReactNode } from "react"
import { Card } from "../../components/card.tsx"
import { clockIcon } from "../../components/icons.tsx"
import { useDelay } from "../../runtime/use-delay.ts"
import { useMessagesOrBlank } from "../../messages/messages.ts"
import { useIsMain } from "../../theme/scope.tsx"

/** How long a skeleton shows before the card says that the service does not answer, in milliseconds. */
const SLOW_AFTER = 4000

/** Shows a skeleton, its children, and after four seconds a card in its place. The requests go on meanwhile. */
export const WithSlowCard = ({ children }: { readonly children: ReactNode }) => {
  const isSlow = useDelay(SLOW_AFTER)
  const { keepsTrying, slow, slowText } = useMessagesOrBlank()
  const level = useIsMain() ? 1 : 2
  // The texts of another language may not have arrived either.
  if (!isSlow || slow === "") return children
  return (
    <Card level={level} icon={clockIcon} title={slow} text={<span role="status">{slowText}</span>} aria-busy="true">
      <p className="ks-hint">{keepsTrying}</p>
    </Card>
  )
}
