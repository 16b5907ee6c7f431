/** OAuth: the endpoints of the wire, and the pages of the embedded providers. */
import { authorizeHandler } from "./authorize.ts"
import { callbackHandlers } from "./callback.ts"
import { handlers as providerPages } from "./provider-page/handlers.ts"
import { tokenHandler } from "./token.ts"

export const handlers = [authorizeHandler, ...callbackHandlers, tokenHandler, ...providerPages]
