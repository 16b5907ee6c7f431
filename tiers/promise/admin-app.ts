/**
 * The admin tier as plain promises: what a server's app has, and all of the project.
 *
 * @example
 * const app = createAdminApp({ projectId, secretServerKey, superSecretAdminKey, tokenStore: null })
 * const project = await app.getProject()
 * await project.update({ config: { magicLinkEnabled: true } })
 */
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import type { TestEmailFailed } from "../../core/errors/local-errors.ts"
import type { EmailTemplate, EmailTemplateType } from "../../core/schema/email-template.ts"
import type { Metrics } from "../../core/schema/metrics.ts"
import type { TeamPermissionDefinition } from "../../core/schema/permission.ts"
import type { AdminProject as AdminProjectData } from "../../core/schema/admin-project.ts"
import type { AdminOptions, ProjectOwnerSession } from "../admin.ts"
import { adminFacts, type PagedAdminCalls } from "../admin-calls.ts"
import type { ApiKeyInput } from "../calls/admin/api-keys.ts"
import type { TestEmailInput } from "../calls/admin/dashboard.ts"
import type { EmailTemplateChanges } from "../calls/admin/email-templates.ts"
import type { PermissionDefinitionChanges, PermissionDefinitionInput } from "../calls/admin/permission-definitions.ts"
import { pagedUserCalls } from "../calls/server/all-users.ts"
import { makeOverFetch } from "../tier.ts"
import type { AdminOwnedProject, AdminProject, ApiKey, ApiKeyFirstView } from "./objects/admin-entities.ts"
import { adminProject, apiKey, apiKeyFirstView } from "./objects/admin-objects.ts"
import { type Result, type Run, toResult } from "./result.ts"
import { ServerApp, type ServerAppOptions } from "./server-app.ts"

export interface AdminAppOptions extends AdminOptions, Pick<ServerAppOptions, "onWaiting"> {}

/** A mail of the project's. */
export interface AdminEmailTemplate extends EmailTemplate {}

const facts = adminFacts(pagedUserCalls)

/** Not for browsers, unless it acts by an owner's session: with secret keys it throws `ConfigurationError` there. */
export class AdminApp extends ServerApp {
  declare protected readonly calls: PagedAdminCalls

  /** Throws `ConfigurationError` when an option is missing or cannot be right. */
  // oxlint-disable-next-line no-useless-constructor -- it takes options that a server's app does not.
  constructor(options: AdminAppOptions) {
    super(options)
  }

  protected override connect(options: AdminAppOptions): Effect.Effect<PagedAdminCalls, ConfigurationError> {
    return makeOverFetch(facts, options)
  }

  /** A project of the session's user, with an app that acts by that session. */
  static readonly owned = (data: AdminProjectData, owner: ProjectOwnerSession): AdminOwnedProject => {
    const app = new AdminApp({
      projectId: data.id,
      baseUrl: owner.baseUrl,
      projectOwnerSession: owner,
      tokenStore: null
    })
    return Object.freeze({ ...adminProject(data, app.calls, app.#run), app })
  }

  override readonly getProject = async (): Promise<AdminProject> =>
    adminProject(await this.#run(this.calls.getProject), this.calls, this.#run)

  /** The newest first. */
  readonly listApiKeys = async (): Promise<ReadonlyArray<ApiKey>> =>
    (await this.#run(this.calls.apiKeys.list())).map((key) => apiKey(key, this.calls, this.#run))

  /** The only answer that holds the keys themselves. */
  readonly createApiKey = async (input: ApiKeyInput): Promise<ApiKeyFirstView> =>
    apiKeyFirstView(await this.#run(this.calls.apiKeys.create(input)), this.calls, this.#run)

  /** Always all four, customised or not. */
  readonly listEmailTemplates = (): Promise<ReadonlyArray<AdminEmailTemplate>> =>
    this.#run(this.calls.emailTemplates.list())

  readonly updateEmailTemplate = async (type: EmailTemplateType, changes: EmailTemplateChanges): Promise<void> =>
    void (await this.#run(this.calls.emailTemplates.update(type, changes)))

  /** Back to the standard template. */
  readonly resetEmailTemplate = (type: EmailTemplateType): Promise<void> =>
    this.#run(this.calls.emailTemplates.reset(type))

  /** By id, the system's own first. */
  readonly listTeamPermissionDefinitions = (): Promise<ReadonlyArray<TeamPermissionDefinition>> =>
    this.#run(this.calls.permissionDefinitions.list())

  readonly createTeamPermissionDefinition = (input: PermissionDefinitionInput): Promise<TeamPermissionDefinition> =>
    this.#run(this.calls.permissionDefinitions.create(input))

  readonly updateTeamPermissionDefinition = async (id: string, changes: PermissionDefinitionChanges): Promise<void> =>
    void (await this.#run(this.calls.permissionDefinitions.update(id, changes)))

  /** Also takes it from members, from what contains it and from the defaults. */
  readonly deleteTeamPermissionDefinition = (id: string): Promise<void> =>
    this.#run(this.calls.permissionDefinitions.remove(id))

  /** A token for the portal of the webhook service (Svix). */
  readonly createSvixToken = async (): Promise<string> => Redacted.value(await this.#run(this.calls.createSvixToken()))

  /** Figures about the project's users. */
  readonly getMetrics = (): Promise<Metrics> => this.#run(this.calls.getMetrics())

  /** Tries a mail server. What goes wrong there comes back as `errorMessage`. */
  readonly sendTestEmail = (input: TestEmailInput): Promise<Result<void, TestEmailFailed>> =>
    toResult(this.calls.sendTestEmail(input), ["TestEmailFailed"])

  readonly #run: Run = (effect) => this.run(effect)
}

/** Makes the app. Throws `ConfigurationError` when an option is missing or cannot be right, and in a browser. */
export const createAdminApp = (options: AdminAppOptions): AdminApp => new AdminApp(options)
