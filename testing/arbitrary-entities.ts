/** Generators for property tests: any user, team, project and so on. Their texts are any texts, as a service may send them. */
import * as Arbitrary from "effect/Arbitrary"
import { ApiKey } from "../core/schema/api-key.ts"
import { ContactChannel } from "../core/schema/contact-channel.ts"
import { EmailTemplate } from "../core/schema/email-template.ts"
import { TeamPermission, TeamPermissionDefinition } from "../core/schema/permission.ts"
import { AdminProject } from "../core/schema/admin-project.ts"
import { Project } from "../core/schema/project.ts"
import { TeamInvitation, TeamMemberProfile } from "../core/schema/team-member.ts"
import { ServerTeam } from "../core/schema/server-team.ts"
import { Team } from "../core/schema/team.ts"
import { ServerUser } from "../core/schema/server-user.ts"
import { User } from "../core/schema/user.ts"

/** The team that is selected is the one whose id is. */
const coherent = <
  U extends { readonly selectedTeam: { readonly id: string } | null; readonly selectedTeamId: string | null }
>(
  user: U
): U => ({ ...user, selectedTeamId: user.selectedTeam?.id ?? null })

/** A user as they see themselves. */
export const arbitraryUser: Arbitrary.Arbitrary<User> = Arbitrary.map(Arbitrary.schema(User), coherent)

/** A user as an application's server sees them. */
export const arbitraryServerUser: Arbitrary.Arbitrary<ServerUser> = Arbitrary.map(
  Arbitrary.schema(ServerUser),
  coherent
)

/** A team as its members see it. */
export const arbitraryTeam: Arbitrary.Arbitrary<Team> = Arbitrary.schema(Team)

/** A team as an application's server sees it. */
export const arbitraryServerTeam: Arbitrary.Arbitrary<ServerTeam> = Arbitrary.schema(ServerTeam)

/** A project as its users see it. */
export const arbitraryProject: Arbitrary.Arbitrary<Project> = Arbitrary.schema(Project)

/** A project with its settings, as its owners see it. */
export const arbitraryAdminProject: Arbitrary.Arbitrary<AdminProject> = Arbitrary.schema(AdminProject)

/** An address of a user. */
export const arbitraryContactChannel: Arbitrary.Arbitrary<ContactChannel> = Arbitrary.schema(ContactChannel)

/** What a user may do in a team. */
export const arbitraryTeamPermission: Arbitrary.Arbitrary<TeamPermission> = Arbitrary.schema(TeamPermission)

/** A permission that a project has, with those it contains. */
export const arbitraryTeamPermissionDefinition: Arbitrary.Arbitrary<TeamPermissionDefinition> =
  Arbitrary.schema(TeamPermissionDefinition)

/** How a member shows in a team. */
export const arbitraryTeamMemberProfile: Arbitrary.Arbitrary<TeamMemberProfile> = Arbitrary.schema(TeamMemberProfile)

/** An invitation that waits for an answer. */
export const arbitraryTeamInvitation: Arbitrary.Arbitrary<TeamInvitation> = Arbitrary.schema(TeamInvitation)

/** A set of keys of a project, as it is listed. */
export const arbitraryApiKey: Arbitrary.Arbitrary<ApiKey> = Arbitrary.schema(ApiKey)

/** A mail that a project sends. */
export const arbitraryEmailTemplate: Arbitrary.Arbitrary<EmailTemplate> = Arbitrary.schema(EmailTemplate)
