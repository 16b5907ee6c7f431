import { templateHandlers } from "./template-handlers.ts"
import { testEmailHandlers } from "./test-email-handlers.ts"

export { layer } from "./template-store.ts"

export const handlers = [...templateHandlers, ...testEmailHandlers]
