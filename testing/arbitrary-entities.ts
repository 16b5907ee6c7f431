/** Generators of users, teams, projects and other entities for property tests. Their texts are arbitrary strings. */
import * as Arbitrary from "effect/Arbitrary"
import { ApiKey } from "../core/schema/api-key.ts"
import { ContactChannel } from "../core/schema/contact-channel.ts"
import { EmailTemplate } from "../core/schema/email-template.ts"
import { PermissionDefinition, ProjectPermission, TeamPermission } from "../core/schema/permission.ts"
import { AdminProject } from "../core/schema/admin-project.ts"
import { Project } from "../core/schema/project.ts"
import { TeamInvitation, TeamMemberProfile } from "../core/schema/team-member.ts"
import { ServerTeam } from "../core/schema/server-team.ts"
import { Team } from "../core/schema/team.ts"
import { ServerUser } from "../core/schema/server-user.ts"
import { User } from "../core/schema/user.ts"

/** Sets `selectedTeamId` to the id of `selectedTeam`. */
const alignSelectedTeam = <
  U extends { readonly selectedTeam: { readonly id: string } | null; readonly selectedTeamId: string | null }
>(
  user: U
): U => ({ ...user, selectedTeamId: user.selectedTeam?.id ?? null })

/** Generates a user as the client tier reads it. */
export const arbitraryUser: Arbitrary.Arbitrary<User> = Arbitrary.map(Arbitrary.schema(User), alignSelectedTeam)

/** Generates a user as the server tier reads it. */
export const arbitraryServerUser: Arbitrary.Arbitrary<ServerUser> = Arbitrary.map(
  Arbitrary.schema(ServerUser),
  alignSelectedTeam
)

/** Generates a team as the client tier reads it. */
export const arbitraryTeam: Arbitrary.Arbitrary<Team> = Arbitrary.schema(Team)

/** Generates a team as the server tier reads it. */
export const arbitraryServerTeam: Arbitrary.Arbitrary<ServerTeam> = Arbitrary.schema(ServerTeam)

/** Generates a project as the client tier reads it. */
export const arbitraryProject: Arbitrary.Arbitrary<Project> = Arbitrary.schema(Project)

/** Generates a project with its settings, as the admin tier reads it. */
export const arbitraryAdminProject: Arbitrary.Arbitrary<AdminProject> = Arbitrary.schema(AdminProject)

/** Generates a contact channel of a user. */
export const arbitraryContactChannel: Arbitrary.Arbitrary<ContactChannel> = Arbitrary.schema(ContactChannel)

/** Generates a permission of a user in a team. */
export const arbitraryTeamPermission: Arbitrary.Arbitrary<TeamPermission> = Arbitrary.schema(TeamPermission)

/** Generates a permission of a user in the project. */
export const arbitraryProjectPermission: Arbitrary.Arbitrary<ProjectPermission> = Arbitrary.schema(ProjectPermission)

/** Generates a permission definition of a project, with the ids of the permissions that it contains. */
export const arbitraryTeamPermissionDefinition: Arbitrary.Arbitrary<PermissionDefinition> =
  Arbitrary.schema(PermissionDefinition)

/** Generates the profile of a team member. */
export const arbitraryTeamMemberProfile: Arbitrary.Arbitrary<TeamMemberProfile> = Arbitrary.schema(TeamMemberProfile)

/** Generates an invitation that is not yet accepted. */
export const arbitraryTeamInvitation: Arbitrary.Arbitrary<TeamInvitation> = Arbitrary.schema(TeamInvitation)

/** Generates an API key set of a project, as lists return it. */
export const arbitraryApiKey: Arbitrary.Arbitrary<ApiKey> = Arbitrary.schema(ApiKey)

/** Generates an email template of a project. */
export const arbitraryEmailTemplate: Arbitrary.Arbitrary<EmailTemplate> = Arbitrary.schema(EmailTemplate)
