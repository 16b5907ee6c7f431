/** Slots of a screen's cards, and class names of their elements. */
import { createContext, type ReactNode, useContext } from "react"

/** An element of a card: `ks-card`, `ks-title`, … */
export type AppearanceElement = "card" | "title" | "text" | "field" | "input" | "button" | "provider"

/** Create it outside of the component, or memoize it. */
export interface Appearance {
  /** Rendered at the top of each card, above logo and title. */
  readonly header?: ReactNode
  /** Rendered between the title of a card and its content. */
  readonly beforeForm?: ReactNode
  /** Rendered below the content of a card. */
  readonly afterForm?: ReactNode
  /** Rendered below each card. */
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
