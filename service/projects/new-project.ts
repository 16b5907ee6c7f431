/** A new project and what each one starts with (wire, section 11). */
import { Effect } from "effect"
import { definePermissionsOfNewProject } from "../permissions/new-project.ts"
import type { ProjectRecord } from "../records/project.ts"
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
  yield* (yield* ProjectStore).save(project)
  yield* definePermissionsOfNewProject(project.id)
})
