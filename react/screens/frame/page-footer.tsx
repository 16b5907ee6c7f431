/** The links below a card that fills a page: back to the application, its terms and its privacy policy. */
import { WithApplicationName } from "../../components/application-name.tsx"
import { useMessagesOrBlank } from "../../messages/messages.ts"
import { formatNodes, inLine } from "../../messages/template.ts"
import { usePageLink } from "../../navigation/page-navigation.ts"
import { useBrand } from "../../theme/scope.tsx"

interface PageFooterProps {
  /** Links to the home page. For pages whose card has no button that leads there. */
  readonly back: boolean
}

export const PageFooter = ({ back }: PageFooterProps) => {
  const { privacyUrl, termsUrl } = useBrand()
  const { privacyLink, termsLink } = useMessagesOrBlank()
  if (!back && privacyUrl === undefined && termsUrl === undefined) return null
  return (
    <footer className="ks-page-footer">
      {back && <BackLink />}
      {termsUrl !== undefined && (
        <a className="ks-page-link" href={termsUrl}>
          {termsLink}
        </a>
      )}
      {privacyUrl !== undefined && (
        <a className="ks-page-link" href={privacyUrl}>
          {privacyLink}
        </a>
      )}
    </footer>
  )
}

const BackLink = () => {
  const { backTo, goHome } = useMessagesOrBlank()
  const home = usePageLink("home")
  return (
    <a className="ks-page-link" {...home}>
      <WithApplicationName>
        {(name) => (name === null ? goHome : formatNodes(backTo, { app: <bdi key="app">{inLine(name)}</bdi> }))}
      </WithApplicationName>
    </a>
  )
}
