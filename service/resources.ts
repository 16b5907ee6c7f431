/** Everything that the service answers. */
import { handlers as connectedAccounts } from "./connected-accounts/handlers.ts"
import { handlers as health } from "./health/handlers.ts"
import { handlers as oauth } from "./oauth/handlers.ts"
import { handlers as passwords } from "./passwords/handlers.ts"
import { handlers as projects } from "./projects/handlers.ts"
import { handlers as sessions } from "./sessions/handlers.ts"
import { handlers as users } from "./users/handlers.ts"

export const implementations = [...connectedAccounts, ...health, ...oauth, ...passwords, ...projects, ...sessions, ...users]
