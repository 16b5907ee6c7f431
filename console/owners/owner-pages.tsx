/** Selects the page of the path: the screens of sign-in and settings, or the owner's projects. */
import { useEffect } from "react"
import { Handler } from "../../react/handler/handler.tsx"
import { useLanguage } from "../../react/messages/messages.ts"
import { OwnedProjects } from "./owned-projects.tsx"
import { ownerPath } from "./owner-path.ts"

export const OwnerPages = () => {
  const isHandler = location.pathname.startsWith(`${ownerPath}/handler/`)
  const { direction, tag } = useLanguage()
  useEffect(() => {
    // The page of projects is in English.
    document.documentElement.lang = isHandler ? tag : "en"
    document.documentElement.dir = isHandler ? direction : "ltr"
  }, [direction, isHandler, tag])
  return isHandler ? <Handler /> : <OwnedProjects />
}
