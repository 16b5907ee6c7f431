/** A link back to the application, by its name. */
import { WithApplicationName } from "../../components/application-name.tsx"
import { useMessagesOrBlank } from "../../messages/messages.ts"
import { formatNodes, inLine } from "../../messages/template.ts"
import { usePageLink } from "../../navigation/page-navigation.ts"

export const BackLink = () => (
  <a className="ks-page-link" {...usePageLink("home")}>
    <BackText />
  </a>
)

/** The text of the link, as in "Back to Tern". */
export const BackText = () => {
  const { backTo, goHome } = useMessagesOrBlank()
  return (
    <WithApplicationName>
      {(name) => (name === null ? goHome : formatNodes(backTo, { app: <bdi key="app">{inLine(name)}</bdi> }))}
    </WithApplicationName>
  )
}
