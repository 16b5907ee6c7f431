/** All scenarios, by resource. */
import type { Scenario } from "../scenario.ts"
import { about } from "./about.ts"
import { codesByMail } from "./codes-by-mail.ts"
import { contactChannels } from "./contact-channels.ts"
import { oauth } from "./oauth.ts"
import { passkeys } from "./passkeys.ts"
import { passwords } from "./passwords.ts"
import { permissionDefinitions } from "./permission-definitions.ts"
import { projects } from "./projects.ts"
import { secondFactor } from "./second-factor.ts"
import { sessions } from "./sessions.ts"
import { teamInvitations } from "./team-invitations.ts"
import { teamMembers } from "./team-members.ts"
import { teams } from "./teams.ts"
import { users } from "./users.ts"

export const resources: Readonly<Record<string, ReadonlyArray<Scenario>>> = {
  about,
  passwords,
  "second factor": secondFactor,
  "codes by mail": codesByMail,
  passkeys,
  oauth,
  sessions,
  "contact channels": contactChannels,
  users,
  teams,
  "team members": teamMembers,
  "permission definitions": permissionDefinitions,
  "team invitations": teamInvitations,
  projects
}
