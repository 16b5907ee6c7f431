/** The projects that a user owns. Each has an admin app, whose class the application passes as an option. */
import * as Effect from "effect/Effect"
import { ConfigurationError } from "../../core/config/configuration-error.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { ProjectOwnerSession } from "../project-owner.ts"
import type { AdminOwnedProject } from "./objects/admin-entities.ts"

/** Makes the apps of owned projects: `AdminApp`. */
export interface OwnedProjectApps {
  /** Adds the methods of an owned project to its data. */
  readonly owned: (data: AdminProject, owner: ProjectOwnerSession) => AdminOwnedProject
}

/** For applications that show users of the internal project their projects. */
export interface OwnedProjectOptions {
  /**
   * `AdminApp`: without it `listOwnedProjects` and `createProject` of a user reject with `ConfigurationError` before
   * anything is sent. It is an option because only dashboards need it: a dynamic import would make bundlers move the
   * code that it shares with the page into the page's own chunk, which costs every page 9 kB (gzip).
   */
  readonly adminApp?: OwnedProjectApps | undefined
}

/** The class of the apps, loaded on demand on servers. */
export type OwnedApps = Effect.Effect<OwnedProjectApps, ConfigurationError | RequestError>

export const appsOf = ({ adminApp }: OwnedProjectOptions): OwnedApps =>
  adminApp === undefined
    ? Effect.suspend(
        () =>
          new ConfigurationError({
            option: "adminApp",
            variable: undefined,
            problem:
              "The projects of a user come with apps of their own: give `adminApp: AdminApp`, from `keystile/promise`."
          })
      )
    : Effect.succeed(adminApp)
