/** Provides the hooks of this folder with a project and the session of its owner. */
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react"
import type { ProjectOwnerSession } from "../../tiers/project-owner.ts"
import { type Dashboard, dashboardOf } from "./dashboard.ts"

const DashboardContext = createContext<Dashboard | null>(null)

/** Props of `<DashboardProvider>`. */
export interface DashboardProviderProps {
  /** `asProjectOwner` of an app of the internal project, in which the owner is signed in. */
  readonly owner: ProjectOwnerSession
  /** A project that this user owns. */
  readonly projectId: string
  /** The pages with the hooks of the dashboard. */
  readonly children?: ReactNode
}

/**
 * Provides a project to the hooks of a dashboard. All calls act by the session of the project's owner, so the page has
 * no secret key. Reads are cached. They are repeated after each change, and when the page becomes visible again.
 *
 * Throws `ConfigurationError` if the project id or the URL of the service cannot be right.
 *
 * @example
 * const { asProjectOwner } = useClient({ projectIdMustMatch: "internal" })
 * return (
 *   <DashboardProvider owner={asProjectOwner} projectId={projectId}>
 *     <Users />
 *   </DashboardProvider>
 * )
 */
export const DashboardProvider = ({ children, owner, projectId }: DashboardProviderProps) => {
  const dashboard = useMemo(() => dashboardOf(owner, projectId), [owner, projectId])
  useEffect(() => {
    const onVisibility = () => {
      if (!document.hidden) void dashboard.refresh()
    }
    document.addEventListener("visibilitychange", onVisibility)
    return () => document.removeEventListener("visibilitychange", onVisibility)
  }, [dashboard])
  return <DashboardContext value={dashboard}>{children}</DashboardContext>
}

/** Returns the dashboard around a component. */
export const useDashboard = (): Dashboard => {
  const dashboard = useContext(DashboardContext)
  if (dashboard === null) {
    throw new Error("No <DashboardProvider> around this component. Render it around the pages of a project.")
  }
  return dashboard
}
