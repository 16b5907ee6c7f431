/**
 * The admin tier as plain promises: the methods of a server app, and everything about the project.
 *
 * @example
 * const app = createAdminApp({ projectId, secretServerKey, superSecretAdminKey, tokenStore: null })
 * const project = await app.getProject()
 * await project.update({ config: { magicLinkEnabled: true } })
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { TestEmailFailed } from "../../core/errors/local-errors.ts"
import type { EmailTemplate, EmailTemplatePreview, EmailTemplateType } from "../../core/schema/email-template.ts"
import type { Metrics } from "../../core/schema/metrics.ts"
import type { OutgoingMail } from "../../core/schema/outgoing-mail.ts"
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import type { AdminProject as AdminProjectData } from "../../core/schema/admin-project.ts"
import type { WebhookMessage, WebhookMessageDetails, WebhookTarget } from "../../core/schema/webhook.ts"
import type { AdminOptions, ProjectOwnerSession } from "../admin.ts"
import { adminFacts, type PagedAdminCalls } from "../admin-calls.ts"
import type { AuditLogPage } from "../calls/audit-log.ts"
import type { ApiKeyInput } from "../calls/admin/api-keys.ts"
import type { AuditLogFilter, OutgoingMailFilter, TestEmailInput } from "../calls/admin/dashboard.ts"
import type {
  EmailTemplateChanges,
  EmailTemplateOptions,
  EmailTemplatePreviewOptions
} from "../calls/admin/email-templates.ts"
import type { ImpersonationInput } from "../calls/admin/impersonation.ts"
import type { PermissionDefinitionChanges, PermissionDefinitionInput } from "../calls/admin/permission-definitions.ts"
import type {
  WebhookMessageFilter,
  WebhookSecretRotationOptions,
  WebhookSendAgainOptions,
  WebhookTargetChanges,
  WebhookTargetInput
} from "../calls/admin/webhooks.ts"
import { pagedUserCalls } from "../calls/server/all-users.ts"
import { makeOverFetch } from "../tier.ts"
import type {
  AdminOwnedProject,
  AdminProject,
  AdminWebhookTargetWithSecret,
  ApiKey,
  ApiKeyFirstView
} from "./objects/admin-entities.ts"
import { adminProject, apiKey, apiKeyFirstView, webhookTargetWithSecret } from "./objects/admin-objects.ts"
import type { AppOptions } from "./client-app.ts"
import { constructorOf } from "./constructor-of.ts"
import type { OwnedProjectApps } from "./owned-projects.ts"
import { type Result, toResult } from "./result.ts"
import { makeCallRunner } from "./run-calls.ts"
import { type ServerMethods, serverMethods } from "./server-app.ts"

/** The options of `createAdminApp`. */
export interface AdminAppOptions extends AdminOptions, Pick<AppOptions, "onWaiting"> {}

/** An email template of the project. */
export interface AdminEmailTemplate extends EmailTemplate {}

const facts = adminFacts(pagedUserCalls)

/** The calls of the admin tier as methods that return promises. */
export interface AdminApp extends ServerMethods {
  /** Returns the project with its settings. */
  readonly getProject: () => Promise<AdminProject>
  /** Returns the sets of keys, the newest first. */
  readonly listApiKeys: () => Promise<ReadonlyArray<ApiKey>>
  /** Creates a set of keys. No other result holds the keys themselves. */
  readonly createApiKey: (input: ApiKeyInput) => Promise<ApiKeyFirstView>
  /** Returns all four templates, customised or not. */
  readonly listEmailTemplates: () => Promise<ReadonlyArray<AdminEmailTemplate>>
  /** Returns the template of one type of mail, for all languages or for one. */
  readonly getEmailTemplate: (type: EmailTemplateType, options?: EmailTemplateOptions) => Promise<AdminEmailTemplate>
  /** Changes the template of one type of mail, for all languages without one of their own or for one. */
  readonly updateEmailTemplate: (
    type: EmailTemplateType,
    changes: EmailTemplateChanges,
    options?: EmailTemplateOptions
  ) => Promise<void>
  /** Renders a template as the service would send it. An extension of the wire, listed as `email_previews`. */
  readonly previewEmailTemplate: (options: EmailTemplatePreviewOptions) => Promise<EmailTemplatePreview>
  /** Restores the standard template. */
  readonly resetEmailTemplate: (type: EmailTemplateType, options?: EmailTemplateOptions) => Promise<void>
  /** Returns the definitions by id, those of the system first. */
  readonly listTeamPermissionDefinitions: () => Promise<ReadonlyArray<PermissionDefinition>>
  /** Defines a team permission. */
  readonly createTeamPermissionDefinition: (input: PermissionDefinitionInput) => Promise<PermissionDefinition>
  /** Changes the definition of a team permission. */
  readonly updateTeamPermissionDefinition: (id: string, changes: PermissionDefinitionChanges) => Promise<void>
  /** Deletes the definition. Members, containing permissions and defaults lose the permission. */
  readonly deleteTeamPermissionDefinition: (id: string) => Promise<void>
  /** Returns the definitions of project permissions by id. */
  readonly listProjectPermissionDefinitions: () => Promise<ReadonlyArray<PermissionDefinition>>
  /** Defines a project permission. */
  readonly createProjectPermissionDefinition: (input: PermissionDefinitionInput) => Promise<PermissionDefinition>
  /** Changes the definition of a project permission. */
  readonly updateProjectPermissionDefinition: (id: string, changes: PermissionDefinitionChanges) => Promise<void>
  /** Deletes the definition. Users, containing permissions and the defaults lose the permission. */
  readonly deleteProjectPermissionDefinition: (id: string) => Promise<void>
  /** Returns a token for the portal of the webhook service (Svix). */
  readonly createSvixToken: () => Promise<string>
  /** Returns figures about the project's users. */
  readonly getMetrics: () => Promise<Metrics>
  /**
   * Returns mails to the project's mail server, the newest first. An extension of the wire: check
   * `hasExtension(project, "outgoing_mails")`.
   */
  readonly listOutgoingMails: (filter?: OutgoingMailFilter) => Promise<ReadonlyArray<OutgoingMail>>
  /** Sends a mail of the outbox again that has failed. One that waits already is sent once. */
  readonly sendMailAgain: (mailId: string) => Promise<void>
  /** Returns the audit log of the project, the newest first. An extension of the wire, listed as `audit_log`. */
  readonly listAuditLog: (filter?: AuditLogFilter) => Promise<AuditLogPage>
  /**
   * Authorizes an application to sign the owner in as a user, for an hour. Returns the URL to redirect the browser to.
   * An extension of the wire, listed as `impersonation`.
   */
  readonly authorizeImpersonation: (input: ImpersonationInput) => Promise<string>
  /** Returns the targets of the project's webhooks, the oldest first. An extension of the wire named `webhooks`. */
  readonly listWebhookTargets: () => Promise<ReadonlyArray<WebhookTarget>>
  /** Adds a target. Only this result and that of `rotateWebhookSecret` have its secret. */
  readonly createWebhookTarget: (input: WebhookTargetInput) => Promise<AdminWebhookTargetWithSecret>
  /** Changes a target. Absent fields are unchanged. */
  readonly updateWebhookTarget: (id: string, changes: WebhookTargetChanges) => Promise<void>
  /** Deletes a target with its deliveries. */
  readonly deleteWebhookTarget: (id: string) => Promise<void>
  /** Replaces the secret of a target. Later attempts are signed with the new one only. */
  readonly rotateWebhookSecret: (
    id: string,
    secret?: string,
    options?: WebhookSecretRotationOptions
  ) => Promise<AdminWebhookTargetWithSecret>
  /** Returns webhook messages with the state of their deliveries, the newest first. */
  readonly listWebhookMessages: (filter?: WebhookMessageFilter) => Promise<ReadonlyArray<WebhookMessage>>
  /** Returns a webhook message with its payload and its attempts. */
  readonly getWebhookMessage: (id: string) => Promise<WebhookMessageDetails>
  /** Sends a webhook message again. A delivery whose attempt is under way is sent once. */
  readonly sendWebhookAgain: (id: string, options?: WebhookSendAgainOptions) => Promise<void>
  /** Sends a test email through a mail server. Returns its failure as `errorMessage`. */
  readonly sendTestEmail: (input: TestEmailInput) => Promise<Result<void, TestEmailFailed>>
}

const adminAppOf = (calls: PagedAdminCalls, options: Pick<AppOptions, "onWaiting">): AdminApp => {
  const runner = makeCallRunner(calls, options.onWaiting)
  const { calls: current, run } = runner
  return {
    ...serverMethods(runner),
    getProject: async () => adminProject(await run(current().getProject), runner),
    listApiKeys: async () => (await run(current().apiKeys.list())).map((key) => apiKey(key, runner)),
    createApiKey: async (input) => apiKeyFirstView(await run(current().apiKeys.create(input)), runner),
    listEmailTemplates: () => run(current().emailTemplates.list()),
    getEmailTemplate: (type, options) => run(current().emailTemplates.get(type, options)),
    updateEmailTemplate: async (type, changes, options) =>
      void (await run(current().emailTemplates.update(type, changes, options))),
    previewEmailTemplate: (options) => run(current().emailTemplates.preview(options)),
    resetEmailTemplate: (type, options) => run(current().emailTemplates.reset(type, options)),
    listTeamPermissionDefinitions: () => run(current().permissionDefinitions.list()),
    createTeamPermissionDefinition: (input) => run(current().permissionDefinitions.create(input)),
    updateTeamPermissionDefinition: async (id, changes) =>
      void (await run(current().permissionDefinitions.update(id, changes))),
    deleteTeamPermissionDefinition: (id) => run(current().permissionDefinitions.remove(id)),
    listProjectPermissionDefinitions: () => run(current().projectPermissionDefinitions.list()),
    createProjectPermissionDefinition: (input) => run(current().projectPermissionDefinitions.create(input)),
    updateProjectPermissionDefinition: async (id, changes) =>
      void (await run(current().projectPermissionDefinitions.update(id, changes))),
    deleteProjectPermissionDefinition: (id) => run(current().projectPermissionDefinitions.remove(id)),
    createSvixToken: async () => Redacted.value(await run(current().createSvixToken())),
    getMetrics: () => run(current().getMetrics()),
    listOutgoingMails: (filter) => run(current().listOutgoingMails(filter)),
    sendMailAgain: async (mailId) => void (await run(current().sendMailAgain(mailId))),
    listAuditLog: (filter) => run(current().listAuditLog(filter)),
    authorizeImpersonation: (input) => run(current().authorizeImpersonation(input)),
    listWebhookTargets: () => run(current().webhooks.listTargets()),
    createWebhookTarget: async (input) => webhookTargetWithSecret(await run(current().webhooks.createTarget(input))),
    updateWebhookTarget: async (id, changes) => void (await run(current().webhooks.updateTarget(id, changes))),
    deleteWebhookTarget: (id) => run(current().webhooks.deleteTarget(id)),
    rotateWebhookSecret: async (id, secret, options) =>
      webhookTargetWithSecret(await run(current().webhooks.rotateSecret(id, secret, options))),
    listWebhookMessages: (filter) => run(current().webhooks.listMessages(filter)),
    getWebhookMessage: (id) => run(current().webhooks.getMessage(id)),
    sendWebhookAgain: async (id, options) => void (await run(current().webhooks.sendAgain(id, options))),
    sendTestEmail: (input) => toResult(current().sendTestEmail(input), ["TestEmailFailed"])
  }
}

/**
 * Makes the app. Throws `ConfigurationError` when an option is missing or cannot be right, and in a browser, unless the
 * app acts by the session of a project's owner.
 */
export const createAdminApp = (options: AdminAppOptions): AdminApp =>
  adminAppOf(Effect.runSync(makeOverFetch(facts, options)), options)

/** Makes the project of a user as an object, with an app that acts by the session of that user. */
const makeOwnedProject = (data: AdminProjectData, owner: ProjectOwnerSession): AdminOwnedProject => {
  const options = { projectId: data.id, baseUrl: owner.baseUrl, projectOwnerSession: owner, tokenStore: null }
  const runner = makeCallRunner(Effect.runSync(makeOverFetch(facts, options)), undefined)
  const app = adminAppOf(runner.calls(), {})
  return Object.freeze({ ...adminProject(data, runner), app })
}

/** `new AdminApp(options)` is `createAdminApp(options)`. The option `adminApp` takes this class. */
export const AdminApp = Object.assign(constructorOf(createAdminApp), {
  owned: makeOwnedProject
} satisfies OwnedProjectApps)
