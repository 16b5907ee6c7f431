/** The footer of a card that links to another page. */
import type { HandlerUrls } from "../../../core/navigation/handler-urls.ts"
import { usePageLink } from "../../navigation/page-navigation.ts"

export interface PageLinkFooterProps {
  readonly question: string
  readonly link: string
  readonly page: keyof HandlerUrls
}

export const PageLinkFooter = ({ link, page, question }: PageLinkFooterProps) => (
  <>
    <span>{question}</span>
    <a className="ks-link" {...usePageLink(page)}>
      {link}
    </a>
  </>
)
