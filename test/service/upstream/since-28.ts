/** What the public types of the published client have since version 2.8, and the types of the installed one do not. */
import type { UpstreamClient } from "./load-client.ts"

interface ApiKeyOptions {
  readonly description: string
  readonly expiresAt: Date | null
}

interface ApiKey {
  readonly id: string
  readonly isValid: () => boolean
  readonly revoke: () => Promise<void>
}

interface UserSince28 {
  readonly id: string
  readonly update: (changes: { readonly primaryEmail: string | null }) => Promise<void>
  readonly getActiveSessions: () => Promise<ReadonlyArray<{ readonly id: string; readonly isCurrentSession: boolean }>>
  readonly revokeSession: (id: string) => Promise<void>
  readonly createApiKey: (options: ApiKeyOptions) => Promise<{ readonly value: string }>
  readonly listApiKeys: () => Promise<ReadonlyArray<ApiKey>>
  readonly hasPermission: (id: string) => Promise<boolean>
  /** In the server tier. */
  readonly grantPermission: (id: string) => Promise<void>
  /** In the server tier. */
  readonly revokePermission: (id: string) => Promise<void>
  readonly listTeamInvitations: () => Promise<
    ReadonlyArray<{ readonly teamDisplayName: string; readonly accept: () => Promise<void> }>
  >
}

interface TeamSince28 {
  readonly createApiKey: (options: ApiKeyOptions) => Promise<{ readonly value: string }>
}

interface ServerSince28 {
  readonly getUser: (by: { readonly apiKey: string }) => Promise<{ readonly id: string } | null>
  readonly getTeam: (by: { readonly apiKey: string }) => Promise<{ readonly id: string } | null>
}

interface ClientSince28 {
  readonly promptCliLogin: (options: {
    readonly appUrl: string
    readonly promptLink: (url: string) => void
  }) => Promise<
    | { readonly status: "ok"; readonly data: string }
    | { readonly status: "error"; readonly error: { readonly errorCode: string } }
  >
}

interface AdminSince28 {
  readonly createProjectPermissionDefinition: (definition: {
    readonly id: string
    readonly description?: string
  }) => Promise<unknown>
  readonly createInternalApiKey: UpstreamClient.StackAdminApp<true>["createApiKey"]
  readonly listInternalApiKeys: UpstreamClient.StackAdminApp<true>["listApiKeys"]
}

interface ChannelSince28 {
  readonly sendVerificationEmail: (options: { readonly callbackUrl: string }) => Promise<void>
}

export const channelSince28 = (channel: unknown) => channel as ChannelSince28
export const clientSince28 = (app: unknown) => app as ClientSince28
export const userSince28 = (user: unknown) => user as UserSince28
export const teamSince28 = (team: unknown) => team as TeamSince28
export const serverSince28 = (app: unknown) => app as ServerSince28
export const adminSince28 = (app: unknown) => app as AdminSince28

/** Returns the calls about sets of API keys of the project, which have other names since version 2.8. */
export const keySetsOf = (app: UpstreamClient.StackAdminApp<true>, isSince28: boolean) => {
  const newer = adminSince28(app)
  return {
    createKeySet: isSince28
      ? (options: Parameters<typeof app.createApiKey>[0]) => newer.createInternalApiKey(options)
      : (options: Parameters<typeof app.createApiKey>[0]) => app.createApiKey(options),
    listKeySets: isSince28 ? () => newer.listInternalApiKeys() : () => app.listApiKeys()
  }
}
