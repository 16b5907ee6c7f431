export { projects } from "./0001-projects.ts"
export { users } from "./0002-users.ts"
export { sessions } from "./0003-sessions.ts"
export { verificationCodes } from "./0004-verification-codes.ts"
