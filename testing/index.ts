export { arbitraryFailure, arbitraryKnownError, arbitraryRequestError } from "./arbitraries.ts"
export {
  arbitraryAdminProject,
  arbitraryApiKey,
  arbitraryContactChannel,
  arbitraryEmailTemplate,
  arbitraryProject,
  arbitraryProjectPermission,
  arbitraryServerTeam,
  arbitraryServerUser,
  arbitraryTeam,
  arbitraryTeamInvitation,
  arbitraryTeamMemberProfile,
  arbitraryTeamPermission,
  arbitraryTeamPermissionDefinition,
  arbitraryUser
} from "./arbitrary-entities.ts"
export {
  DEFAULT_PASSWORD,
  newUser,
  signedInUser,
  teamWithTwoMembers,
  type TestTeam,
  type TestUser,
  type TestUserInput,
  type TestUserWithTotp,
  userWithTotp
} from "./scenarios.ts"
export {
  BASE_URL,
  layer,
  layerAdmin,
  layerClient,
  layerServer,
  layerService,
  type ProjectInput,
  type TestingOptions
} from "./testing.ts"
export {
  type NextWebhookOptions,
  NoWebhook,
  receiveWebhooks,
  TestProject,
  type WebhookHandler,
  WebhookNetwork,
  type WebhookOf,
  type WebhookReceiver
} from "./webhooks.ts"
export type { ActiveFault, Fault } from "../service/development/faults/fault.ts"
export { ClockNotMoved, ServiceClock } from "../service/development/service-clock.ts"
export { type ConnectableProject, ProjectKeys } from "../service/resources/api-keys/project-keys.ts"
export { Faults } from "../service/development/faults/faults.ts"
export type { LogEntry } from "../service/http/log-entry.ts"
export { RequestLog } from "../service/development/request-log.ts"
export { Mailbox, type NextOptions, NoMail } from "../service/development/mailbox/mailbox.ts"
export type { MailFilter } from "../service/development/mailbox/mail-store.ts"
export type { StoredMail } from "../service/mail/stored-mail.ts"
export type { SeedInput } from "../service/development/seed/seed.ts"
