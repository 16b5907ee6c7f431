/** A new project and what each one starts with (wire, section 11). */
import { Effect } from "effect"
import type { ProjectRecord } from "../records/project.ts"
import { ProjectSettingsStore } from "./project-settings-store.ts"
import { ProjectStore } from "./project-store.ts"
import { randomUUID } from "node:crypto"

/** A project with the settings that hold where nobody sets others. */
export const blankProject = (id: string, now: number): ProjectRecord => ({
  id,
  displayName: "",
  description: "",
  isProductionMode: false,
  createdAt: new Date(now),
  configId: randomUUID(),
  signUpEnabled: true,
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: false,
  clientTeamCreationEnabled: false,
  clientUserDeletionEnabled: false,
  createTeamOnSignUp: false,
  allowLocalhost: true
})

/** Adds a project that is not there yet. */
export const addProject = Effect.fnUntraced(function*(project: ProjectRecord) {
  const settings = yield* ProjectSettingsStore
  yield* (yield* ProjectStore).save(project)
  yield* settings.setDefaultPermissions(project.id, "team_creator", new Set(["admin"]))
  yield* settings.setDefaultPermissions(project.id, "team_member", new Set(["member"]))
})
