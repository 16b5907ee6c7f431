/** Handles the endpoints of the API keys of users and teams. A key is returned once, at its creation. */
import { teamApiKeyHandlers } from "./team-api-key-handlers.ts"
import { userApiKeyHandlers } from "./user-api-key-handlers.ts"

export { layer } from "./user-team-api-key-store.ts"

export const handlers = [...userApiKeyHandlers, ...teamApiKeyHandlers]
