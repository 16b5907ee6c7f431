/** The links below a card that fills a page: back to the application, its terms and its privacy policy. */
import { useMessagesOrBlank } from "../../messages/messages.ts"
import { useBrand } from "../../theme/scope.tsx"
import { BackLink } from "./back-link.tsx"

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
