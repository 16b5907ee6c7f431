/** Everything that the service answers. */
import { handlers as health } from "./health/handlers.ts"
import { handlers as oauth } from "./oauth/handlers.ts"
import { handlers as passwords } from "./passwords/handlers.ts"
import { handlers as permissions } from "./permissions/handlers.ts"
import { handlers as projects } from "./projects/handlers.ts"
import { handlers as sessions } from "./sessions/handlers.ts"
import { handlers as teamInvitations } from "./team-invitations/handlers.ts"
import { handlers as teamMembers } from "./team-members/handlers.ts"
import { handlers as teams } from "./teams/handlers.ts"
import { handlers as users } from "./users/handlers.ts"

export const implementations = [
  ...health,
  ...oauth,
  ...passwords,
  ...permissions,
  ...projects,
  ...sessions,
  ...teamInvitations,
  ...teamMembers,
  ...teams,
  ...users
]
