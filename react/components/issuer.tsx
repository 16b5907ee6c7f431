/** The application's logo, or its name, at the top of a card. */
import { createContext, useContext } from "react"
import { inLine } from "../messages/template.ts"
import { useBrand } from "../theme/scope.tsx"
import { WithApplicationName } from "./application-name.tsx"

/** Set by the screens. Cards that the application renders itself show no brand. */
export const IssuerContext = createContext(false)

/** Returns whether the cards of this screen show a logo. */
export const useHasLogo = (): boolean => {
  const { logo } = useBrand()
  return useContext(IssuerContext) && logo !== undefined
}

/** A logo for each scheme is in the page twice. A CSS mask shows the one of the current scheme. */
export const Logo = () => {
  const { logo } = useBrand()
  if (logo === undefined) return null
  if (typeof logo === "string") return <img className="ks-logo" src={logo} alt="" />
  return (
    <span className="ks-logos">
      <img className="ks-logo" data-scheme="light" src={logo.light} alt="" />
      <img className="ks-logo" data-scheme="dark" src={logo.dark} alt="" />
    </span>
  )
}

export const Issuer = () => {
  const hasLogo = useHasLogo()
  return (
    <span className="ks-issuer">
      {hasLogo && <Logo />}
      <WithApplicationName>
        {(name) =>
          name !== null && (
            <span className={hasLogo ? "ks-visually-hidden" : "ks-truncate"} title={hasLogo ? undefined : name}>
              {inLine(name)}
            </span>
          )
        }
      </WithApplicationName>
    </span>
  )
}
