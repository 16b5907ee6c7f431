/** Titles that name the application. */
import { format, type Template } from "./template.ts"

/**
 * Returns a title with the application's name, or the title without one if there is no name. A text of the
 * application that has no place for the name is used as it is.
 */
export const titleFor = (name: string | null, named: Template<"app">, unnamed: string): string =>
  name === null && String(named).includes("{app}") ? unnamed : format(named, { app: name ?? "" })
