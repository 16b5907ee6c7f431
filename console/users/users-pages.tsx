/** Selects the list of users, or the page of one user. */
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { UsersPage } from "./users-page.tsx"

export const UsersPages = (shown: ProjectPageProps) => <UsersPage {...shown} />
