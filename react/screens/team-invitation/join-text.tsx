/** The text of a team invitation: who invites to which team. */
import { mailed } from "../../messages/english/mailed.ts"
import { useMessages } from "../../messages/messages.ts"
import { formatNodes, inLine } from "../../messages/template.ts"

interface JoinTextProps {
  readonly team: string
  readonly inviter: string | null
}

export const JoinText = ({ inviter, team }: JoinTextProps) => {
  const { joinText, joinTextBy } = useMessages(mailed)
  const bold = (name: string) => <strong key={name}>{inLine(name)}</strong>
  return inviter === null
    ? formatNodes(joinText, { team: bold(team) })
    : formatNodes(joinTextBy, { inviter: <bdi key="inviter">{inLine(inviter)}</bdi>, team: bold(team) })
}
