/** Slots of a screen, and class names of its elements. */
import { createContext, type ReactNode, useContext } from "react"

/** An element of a screen: `ks-card`, `ks-title`, … The last ones are of the account settings. */
export type AppearanceElement =
  | "card"
  | "title"
  | "text"
  | "field"
  | "input"
  | "button"
  | "provider"
  | "sidebar"
  | "section"
  | "sectionTitle"
  | "dialog"

/** Create it outside of the component, or memoize it. */
export interface Appearance {
  /** Rendered at the top of each card, above logo and title. In the account settings: above the title of each page. */
  readonly header?: ReactNode
  /** Rendered between the title of a card or page and its content. */
  readonly beforeForm?: ReactNode
  /** Rendered below the content of a card or page. */
  readonly afterForm?: ReactNode
  /** Rendered below each card, or below the account settings. */
  readonly footer?: ReactNode
  /** Class names beside those of the screens. */
  readonly classNames?: { readonly [Element in AppearanceElement]?: string | undefined } | undefined
}

const none: Appearance = {}

export const AppearanceContext = createContext<Appearance>(none)

export const useAppearance = (): Appearance => useContext(AppearanceContext)

/** Returns the class names of an element: the component's own, then those of the screen's appearance. */
export const useClassName = (element: AppearanceElement, given?: string): string | undefined => {
  const { classNames } = useAppearance()
  const own = classNames?.[element]
  return given === undefined || own === undefined ? (given ?? own) : `${given} ${own}`
}
