/** The settings, the keys and the records of the project. */
import type { EmailTemplateType } from "../../core/schema/email-template.ts"
import type { AuditLogFilter, MetricsOptions, OutgoingMailFilter } from "../../tiers/calls/admin/dashboard.ts"
import type { EmailTemplateOptions } from "../../tiers/calls/admin/email-templates.ts"
import {
  apiKeysQuery,
  auditLogQuery,
  emailTemplateQuery,
  emailTemplatesQuery,
  metricsQuery,
  outgoingMailsQuery,
  projectQuery
} from "./queries.ts"
import { useAdminPage, useAdminQuery, useAdminQueryState } from "./use-admin-query.ts"

/** Returns the project with all its settings. Suspends. */
export const useProjectSettings = () => useAdminQuery(projectQuery())

/** Same as `useProjectSettings`, without suspending. */
export const useProjectSettingsState = () => useAdminQueryState(projectQuery())

/** Returns the sets of keys of the project, the newest first. Of each key only the last four characters. Suspends. */
export const useApiKeys = () => useAdminQuery(apiKeysQuery())

/** Same as `useApiKeys`, without suspending. */
export const useApiKeysState = () => useAdminQueryState(apiKeysQuery())

/** Returns the email templates of the project. Suspends. */
export const useEmailTemplates = () => useAdminQuery(emailTemplatesQuery())

/** Same as `useEmailTemplates`, without suspending. */
export const useEmailTemplatesState = () => useAdminQueryState(emailTemplatesQuery())

/**
 * Returns the email template of one type of mail, for all languages or for one. A language is an extension of the wire:
 * `mail_languages`. Suspends.
 *
 * @param type The mail that the template is for.
 */
export const useEmailTemplate = (type: EmailTemplateType, options: EmailTemplateOptions = {}) =>
  useAdminQuery(emailTemplateQuery(type, options))

/**
 * Same as `useEmailTemplate`, without suspending.
 *
 * @param type The mail that the template is for.
 */
export const useEmailTemplateState = (type: EmailTemplateType, options: EmailTemplateOptions = {}) =>
  useAdminQueryState(emailTemplateQuery(type, options))

/**
 * Returns figures about the users of the project. With `signIns` also the sign-ins by day and method, an extension of
 * the wire: `sign_in_metrics`. Suspends.
 */
export const useMetrics = (options: MetricsOptions = {}) => useAdminQuery(metricsQuery(options))

/** Same as `useMetrics`, without suspending. */
export const useMetricsState = (options: MetricsOptions = {}) => useAdminQueryState(metricsQuery(options))

/**
 * Returns mails to the mail server of the project, the newest first. An extension of the wire: `outgoing_mails`.
 * Suspends.
 */
export const useOutgoingMails = (filter: OutgoingMailFilter = {}) => useAdminPage(outgoingMailsQuery(filter))

/** Same as `useOutgoingMails`, without suspending. */
export const useOutgoingMailsState = (filter: OutgoingMailFilter = {}) => useAdminQueryState(outgoingMailsQuery(filter))

/**
 * Returns a page of the audit log of the project, the newest entry first. An extension of the wire: `audit_log`.
 * Suspends.
 */
export const useProjectAuditLog = (filter: AuditLogFilter = {}) => useAdminPage(auditLogQuery(filter), filter)

/** Same as `useProjectAuditLog`, without suspending. */
export const useProjectAuditLogState = (filter: AuditLogFilter = {}) => useAdminQueryState(auditLogQuery(filter))
