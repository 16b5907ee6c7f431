/** Lists the handlers of members, memberships, profiles and permissions in teams. */
import { memberHandlers } from "./member-handlers.ts"
import { membershipHandlers } from "./membership-handlers.ts"
import { permissionHandlers } from "./permission-handlers.ts"
import { profileHandlers } from "./profile-handlers.ts"

export { layer } from "./profile-store.ts"

export const handlers = [...memberHandlers, ...membershipHandlers, ...permissionHandlers, ...profileHandlers]
