/** Names of the protocol's headers. */
import { kebabCase } from "../schema/names.ts"

const names = [
  "overrideErrorStatus",
  "actualStatus",
  "knownError",
  "projectId",
  "accessType",
  "clientVersion",
  "randomNonce",
  "accessToken",
  "refreshToken",
  "publishableClientKey",
  "secretServerKey",
  "superSecretAdminKey",
  "adminAccessToken",
  "requestId",
  "branchId",
  "allowAnonymousUser",
  "allowRestrictedUser"
] as const

/** The name of each header by its content: `projectId` is `x-stack-project-id`. */
// The type of `Object.fromEntries` forgets the names.
export const header = Object.fromEntries(names.map((name) => [name, `x-stack-${kebabCase(name)}`])) as Readonly<
  Record<(typeof names)[number], string>
>
