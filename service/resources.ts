/** Everything that the service answers. */
import { handlers as about } from "./about/handlers.ts"
import { handlers as apiDocument } from "./api-document/handlers.ts"
import { handlers as apiKeys } from "./api-keys/handlers.ts"
import { handlers as health } from "./health/handlers.ts"
import { handlers as metrics } from "./metrics/handlers.ts"
import { handlers as oauth } from "./oauth/handlers.ts"
import { handlers as passkeys } from "./passkeys/handlers.ts"
import { handlers as passwords } from "./passwords/handlers.ts"
import { handlers as projects } from "./projects/handlers.ts"
import { handlers as ownedProjects } from "./projects/owned-handlers.ts"
import { handlers as sessions } from "./sessions/handlers.ts"
import { handlers as users } from "./users/handlers.ts"
import { handlers as webhooks } from "./webhooks/handlers.ts"

export const implementations = [
  ...about,
  ...apiDocument,
  ...apiKeys,
  ...health,
  ...metrics,
  ...oauth,
  ...ownedProjects,
  ...passkeys,
  ...passwords,
  ...projects,
  ...sessions,
  ...users,
  ...webhooks
]
