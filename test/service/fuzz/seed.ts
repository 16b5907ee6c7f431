/** The seed of the fuzz test: two projects with users and teams. Marks in their data reveal a leak. */
import type { SeedInput } from "../../../service/index.ts"
import type { Headers } from "../fixture.ts"

export interface FuzzProject {
  readonly id: string
  readonly keys: { readonly client: string; readonly server: string; readonly admin: string }
  /** Contained in all data of the project, and never sent by the fuzz test. */
  readonly mark: string
  readonly user: { readonly id: string; readonly email: string }
}

const testProject = (digit: string, name: string): FuzzProject => ({
  id: `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`,
  keys: { client: `pck_of_project_${name}`, server: `ssk_of_project_${name}`, admin: `sak_of_project_${name}` },
  mark: `mark-of-${name}`,
  user: {
    id: `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-9${digit.repeat(3)}-${digit.repeat(12)}`,
    email: `user@mark-of-${name}.example`
  }
})

export const own = testProject("1", "own")
export const foreign = testProject("2", "foreign")
/** The project of the valid requests (see `valid-requests.ts`). Random requests never have its keys. */
export const isolated = testProject("5", "stage")
export const testProjects = [own, foreign, isolated]

/** Contained in all data for the server tier. */
export const SERVER_MARK = "mark-for-servers"

/** Another user of the project `own`. */
export const other = { id: "33333333-3333-4333-8333-333333333333", mark: "mark-of-another-user" }

/** A user of every project whose credential is known to callers. */
export const GUEST = { email: "guest@fuzz.example", password: "correct horse" }

/** Never returned by any endpoint. */
export const TOTP_SECRET = "TUFSSy1PRi1BLVRPVFAtU0VDUkVU"
export const PASSWORD = "mark-of-a-password"

/** Manages the project `own` and every project created in a run. */
export const OWNER = { id: "44444444-4444-4444-8444-444444444444", email: "owner@internal.example", password: PASSWORD }
export const internalKeys = { client: "pck_of_internal", server: "ssk_of_internal", admin: "sak_of_internal" }

const project = ({ id, keys, mark, user }: FuzzProject): SeedInput["projects"][number] => ({
  id,
  displayName: `${mark} project`,
  description: `${mark} description`,
  keys: { publishableClientKey: keys.client, secretServerKey: keys.server, superSecretAdminKey: keys.admin },
  config: {
    credentialEnabled: true,
    magicLinkEnabled: true,
    passkeyEnabled: true,
    clientTeamCreationEnabled: true,
    clientUserDeletionEnabled: true,
    allowUserApiKeys: true,
    allowTeamApiKeys: true,
    oauthProviders: [
      { type: "shared", id: "google" },
      { type: "standard", id: "github", endpoints: "embedded" }
    ]
  },
  domains: [{ domain: `https://${mark}.example`, handlerPath: "/handler" }],
  limits: "off",
  users: [
    {
      ...user,
      password: PASSWORD,
      emailVerified: true,
      displayName: `${mark} name`,
      clientMetadata: { mark },
      serverMetadata: { mark: `${mark} ${SERVER_MARK}` }
    },
    GUEST,
    ...(id === own.id
      ? [
          {
            id: other.id,
            email: `other@${other.mark}.example`,
            password: PASSWORD,
            displayName: "Another user",
            clientMetadata: { mark: other.mark },
            serverMetadata: SERVER_MARK,
            totpSecret: TOTP_SECRET
          }
        ]
      : [])
  ]
})

export const seed: SeedInput = {
  projects: [
    project(own),
    project(foreign),
    project(isolated),
    {
      id: "internal",
      displayName: "Internal",
      limits: "off",
      keys: {
        publishableClientKey: internalKeys.client,
        secretServerKey: internalKeys.server,
        superSecretAdminKey: internalKeys.admin
      },
      users: [
        {
          ...OWNER,
          serverMetadata: { managedProjectIds: [own.id] }
        }
      ]
    }
  ]
}

export type FuzzTier = "client" | "server" | "admin"

export const keyHeaders: Readonly<Record<FuzzTier, string>> = {
  client: "x-stack-publishable-client-key",
  server: "x-stack-secret-server-key",
  admin: "x-stack-super-secret-admin-key"
}

export const headersOf = ({ id, keys }: FuzzProject, tier: FuzzTier): Headers => ({
  "x-stack-project-id": id,
  "x-stack-access-type": tier,
  [keyHeaders[tier]]: keys[tier]
})
