/** The element around a screen or a part: it sets the typography, and applies the theme. */
import { type ComponentProps, createContext, type ReactNode, useCallback, useContext, useMemo } from "react"
import { useLanguageAttributes } from "../messages/messages.ts"
import type { Brand } from "./brand.ts"
import { className } from "./class-name.ts"
import { type Theme, variablesOf } from "./theme.ts"

interface InheritedTheme {
  readonly theme: Theme | undefined
  /** True if an outer element applies it. */
  readonly isApplied: boolean
}

const ThemeContext = createContext<InheritedTheme>({ theme: undefined, isApplied: false })

/** The theme of the screens below. */
export const ThemeProvider = ({
  children,
  theme
}: {
  readonly theme: Theme | undefined
  readonly children: ReactNode
}) => {
  const value = useMemo(() => ({ theme, isApplied: false }), [theme])
  return <ThemeContext value={value}>{children}</ThemeContext>
}

const useTheme = (own: Theme | undefined): InheritedTheme => {
  const inherited = useContext(ThemeContext)
  return useMemo(
    () => (own === undefined ? inherited : { theme: { ...inherited.theme, ...own }, isApplied: false }),
    [inherited, own]
  )
}

const noBrand: Brand = {}

/** Returns the brand of the theme. */
export const useBrand = (): Brand => useTheme(undefined).theme ?? noBrand

/**
 * Returns the attributes with which the outermost element of a part applies the theme.
 *
 * Values are set through the object model: no `style` attribute is ever written as text, so they apply under a
 * content security policy that allows no inline styles, and what a server renders does not break it.
 */
const useThemeAttributes = ({ isApplied, theme }: InheritedTheme) => {
  const applied = isApplied ? undefined : theme
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || applied === undefined) return undefined
      const values = variablesOf(applied)
      for (const [name, value] of values) element.style.setProperty(name, value)
      return () => {
        for (const name of values.keys()) element.style.removeProperty(name)
      }
    },
    [applied]
  )
  return applied === undefined ? {} : { ref, "data-ks-theme": applied.name ?? "", "data-ks-scheme": applied.scheme }
}

const MainContext = createContext(false)

/** Returns true in the `<main>` of a screen, whose title is that of the page. */
export const useIsMain = () => useContext(MainContext)

/** Attributes for the outermost element of a part that may stand alone. */
export const useScope = () => ({ ...useLanguageAttributes(), ...useThemeAttributes(useTheme(undefined)) })

/** Props of `<Scope>`. */
export interface ScopeProps extends Omit<ComponentProps<"div">, "ref"> {
  /** The element. Default `div`. */
  readonly as?: "div" | "main" | undefined
  /** A theme of this scope's own, over the one around it. */
  readonly theme?: Theme | undefined
}

/** Applies the theme of the provider, or its own, to other content of the application. */
export const Scope = ({ as: Element = "div", children, className: given, theme: own, ...props }: ScopeProps) => {
  const here = useTheme(own)
  const { theme } = here
  const language = useLanguageAttributes()
  const below = useMemo(() => ({ theme, isApplied: theme !== undefined }), [theme])
  const isMain = useIsMain() || Element === "main"
  return (
    <ThemeContext value={below}>
      <MainContext value={isMain}>
        <Element {...language} {...props} {...useThemeAttributes(here)} className={className("ks", given)}>
          {children}
        </Element>
      </MainContext>
    </ThemeContext>
  )
}
