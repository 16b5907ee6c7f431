/** The methods of a user about their permissions: with a team, those in that team; without, those in the project. */
import type * as Effect from "effect/Effect"
import type { ProjectPermission, TeamPermission } from "../../../core/schema/permission.ts"
import type { PermissionQuestion } from "../../calls/permissions.ts"
import type { ObjectContext } from "../object-context.ts"
import type { TeamReference } from "./team-reference.ts"

interface PermissionListing {
  /** Include the permissions that the direct ones contain. Default `true`. */
  readonly recursive?: boolean
}

interface ListPermissions {
  (team: TeamReference, options?: PermissionListing): Promise<ReadonlyArray<TeamPermission>>
  (options?: PermissionListing): Promise<ReadonlyArray<ProjectPermission>>
}

export interface PermissionMethods {
  /** Returns the permissions of the user in a team, or without a team in the project. */
  readonly listPermissions: ListPermissions
  /** Returns a permission, or `null` if the user does not have it, directly or contained in another. */
  readonly getPermission: {
    (team: TeamReference, permissionId: string): Promise<TeamPermission | null>
    (permissionId: string): Promise<ProjectPermission | null>
  }
  readonly hasPermission: {
    (team: TeamReference, permissionId: string): Promise<boolean>
    (permissionId: string): Promise<boolean>
  }
}

export interface PermissionGrantMethods {
  /** Grants a permission in a team, or without a team in the project. */
  readonly grantPermission: {
    (team: TeamReference, permissionId: string): Promise<void>
    (permissionId: string): Promise<void>
  }
  /** Only what was granted directly can be taken away. */
  readonly revokePermission: {
    (team: TeamReference, permissionId: string): Promise<void>
    (permissionId: string): Promise<void>
  }
}

type Call<A> = Effect.Effect<A, unknown>

/** The calls of any tier that the methods run. */
export interface PermissionReads {
  readonly permissions: {
    readonly list: (options: {
      readonly teamId: string
      readonly recursive?: boolean
    }) => Call<ReadonlyArray<TeamPermission>>
    readonly get: (question: PermissionQuestion) => Call<TeamPermission | null>
    readonly has: (question: PermissionQuestion) => Call<boolean>
  }
  readonly projectPermissions: {
    readonly list: (options?: PermissionListing) => Call<ReadonlyArray<ProjectPermission>>
    readonly get: (permissionId: string) => Call<ProjectPermission | null>
    readonly has: (permissionId: string) => Call<boolean>
  }
}

/** The calls of the server and admin tiers. */
export interface PermissionWrites {
  readonly permissions: {
    readonly grant: (grant: PermissionQuestion) => Call<unknown>
    readonly revoke: (grant: PermissionQuestion) => Call<void>
  }
  readonly projectPermissions: {
    readonly grant: (permissionId: string) => Call<unknown>
    readonly revoke: (permissionId: string) => Call<void>
  }
}

const isTeam = (value: TeamReference | PermissionListing | undefined): value is TeamReference =>
  value !== undefined && "id" in value

/** Makes a method of `(team, permissionId)` and `(permissionId)`. */
const ofOne =
  <InTeam, InProject>(
    inTeam: (question: PermissionQuestion) => Promise<InTeam>,
    inProject: (permissionId: string) => Promise<InProject>
  ): { (team: TeamReference, permissionId: string): Promise<InTeam>; (permissionId: string): Promise<InProject> } =>
  (scope: TeamReference | string, permissionId: string = "") =>
    // The type of the first argument says which promise it is.
    (typeof scope === "string" ? inProject(scope) : inTeam({ teamId: scope.id, permissionId })) as Promise<never>

export const permissionMethods = ({ calls, run }: ObjectContext<PermissionReads>): PermissionMethods => {
  function listPermissions(team: TeamReference, options?: PermissionListing): Promise<ReadonlyArray<TeamPermission>>
  function listPermissions(options?: PermissionListing): Promise<ReadonlyArray<ProjectPermission>>
  function listPermissions(first?: TeamReference | PermissionListing, options?: PermissionListing) {
    return isTeam(first)
      ? run(calls().permissions.list({ ...options, teamId: first.id }))
      : run(calls().projectPermissions.list(first))
  }
  return {
    listPermissions,
    getPermission: ofOne(
      (question) => run(calls().permissions.get(question)),
      (permissionId) => run(calls().projectPermissions.get(permissionId))
    ),
    hasPermission: ofOne(
      (question) => run(calls().permissions.has(question)),
      (permissionId) => run(calls().projectPermissions.has(permissionId))
    )
  }
}

export const permissionGrantMethods = ({ calls, run }: ObjectContext<PermissionWrites>): PermissionGrantMethods => ({
  grantPermission: ofOne(
    async (question) => void (await run(calls().permissions.grant(question))),
    async (permissionId) => void (await run(calls().projectPermissions.grant(permissionId)))
  ),
  revokePermission: ofOne(
    (question) => run(calls().permissions.revoke(question)),
    (permissionId) => run(calls().projectPermissions.revoke(permissionId))
  )
})
