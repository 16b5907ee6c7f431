/** The list of users, or the page of the user in the URL. */
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { UserPage } from "../user/user-page.tsx"
import { UsersPage } from "../users/users-page.tsx"

const UsersPages = (shown: ProjectPageProps) => {
  const [userId = ""] = shown.rest
  return userId === "" ? <UsersPage {...shown} /> : <UserPage key={userId} {...shown} />
}

export default UsersPages
