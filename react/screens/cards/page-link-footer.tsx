/** The stub of a card that leads to another page. */
import type { HandlerUrls } from "../../../core/navigation/urls.ts"
import { usePageLink } from "../../navigation/page-navigation.ts"

export interface WayOutProps {
  readonly question: string
  readonly link: string
  readonly page: keyof HandlerUrls
}

export const WayOut = ({ link, page, question }: WayOutProps) => (
  <>
    <span>{question}</span>
    <a className="ks-link" {...usePageLink(page)}>
      {link}
    </a>
  </>
)
