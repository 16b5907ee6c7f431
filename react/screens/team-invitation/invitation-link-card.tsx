/** The card of an invitation that cannot be accepted. */
import { useEffect } from "react"
import { LinkCard, type LinkCardProps } from "../cards/page-cards.tsx"
import { removeInvitation } from "./stored-invitation.ts"

/** Also removes the stored code, which is of no further use. */
export const InvitationLinkCard = (props: Pick<LinkCardProps, "level" | "problem">) => {
  useEffect(removeInvitation, [])
  return <LinkCard of="teamInvitation" {...props} />
}
