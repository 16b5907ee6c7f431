/** The users of a list as a file. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RequestError } from "../../core/errors/request-error.ts"
import { ServerUser } from "../../core/schema/server-user.ts"
import type { UserPageOptions } from "../../tiers/calls/server/all-users.ts"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import type { Written } from "../export/export-format.ts"
import type { ExportSource } from "../export/use-export.ts"

const PAGE = 500

const encode = Schema.encodeSync(ServerUser)

const methodsOf = ({ hasPassword, oauthProviders, otpAuthEnabled, passkeyAuthEnabled }: ServerUser) => [
  ...(hasPassword ? ["password"] : []),
  ...(otpAuthEnabled ? ["otp"] : []),
  ...(passkeyAuthEnabled ? ["passkey"] : []),
  ...oauthProviders.map(({ id }) => id)
]

const userWritten: Written<ServerUser> = {
  columns: [
    ["id", ({ id }) => id],
    ["display_name", ({ displayName }) => displayName ?? ""],
    ["primary_email", ({ primaryEmail }) => primaryEmail ?? ""],
    ["primary_email_verified", ({ primaryEmailVerified }) => String(primaryEmailVerified)],
    ["sign_in_methods", (user) => methodsOf(user).join(" ")],
    ["second_factor", ({ isMultiFactorRequired }) => String(isMultiFactorRequired)],
    ["signed_up_at", ({ signedUpAt }) => signedUpAt.toISOString()],
    ["last_active_at", ({ lastActiveAt }) => lastActiveAt.toISOString()]
  ],
  toJson: encode
}

export const userExport = (options: UserPageOptions, now: number): ExportSource<ServerUser, RequestError> => ({
  ...userWritten,
  fileName: `users-${new Date(now).toISOString().slice(0, 10)}`,
  readPage: (
    { users }: ProjectAdminCalls,
    cursor
  ): Effect.Effect<{ items: ReadonlyArray<ServerUser>; nextCursor: string | null }, RequestError> =>
    users.page({ ...options, limit: PAGE, cursor })
})
