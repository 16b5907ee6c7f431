export * from "./client-app.ts"
export type { AuthJson, CurrentUser, CurrentUserMethods } from "./current-user.ts"
export type { Result } from "./result.ts"
