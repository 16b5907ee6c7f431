/** The OAuth endpoints of the contract. */
import { authorizeHandler } from "./authorize.ts"
import { callbackHandlers } from "./callback.ts"
import { tokenHandler } from "./token.ts"

export const handlers = [authorizeHandler, ...callbackHandlers, tokenHandler]
