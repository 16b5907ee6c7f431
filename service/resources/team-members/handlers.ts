/** Lists the handlers of memberships, profiles and permissions in teams. */
import { membershipHandlers } from "./membership-handlers.ts"
import { permissionHandlers } from "./permission-handlers.ts"
import { profileHandlers } from "./profile-handlers.ts"

export { layer } from "./profile-store.ts"

export const handlers = [...membershipHandlers, ...permissionHandlers, ...profileHandlers]
