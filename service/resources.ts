/** Everything that the service answers. */
import { controls as own } from "./control/routes.ts"
import { handlers as health } from "./health/handlers.ts"
import { handlers as oauth } from "./oauth/handlers.ts"
import { handlers as passwords } from "./passwords/handlers.ts"
import { handlers as projects } from "./projects/handlers.ts"
import { handlers as sessions } from "./sessions/handlers.ts"
import { handlers as users } from "./users/handlers.ts"

export const implementations = [...health, ...oauth, ...passwords, ...projects, ...sessions, ...users]

/** The routes of the control API. */
export const controls = [...own]
