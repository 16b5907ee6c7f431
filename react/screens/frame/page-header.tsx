/** The top of a page without a card: a link back to the application. Its logo, if it has one, replaces the text. */
import { backIcon, Icon } from "../../components/icons.tsx"
import { Logo } from "../../components/issuer.tsx"
import { usePageLink } from "../../navigation/page-navigation.ts"
import { useBrand } from "../../theme/scope.tsx"
import { BackText } from "./back-link.tsx"

export const PageHeader = () => {
  const hasLogo = useBrand().logo !== undefined
  return (
    <header className="ks-page-header">
      <a className="ks-page-link" {...usePageLink("home")}>
        <Icon path={backIcon} />
        {hasLogo && <Logo />}
        <span className={hasLogo ? "ks-visually-hidden" : "ks-truncate"}>
          <BackText />
        </span>
      </a>
    </header>
  )
}
