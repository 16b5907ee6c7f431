export { arbitraryFailure, arbitraryKnownError, arbitraryRequestError } from "./arbitraries.ts"
export {
  arbitraryAdminProject,
  arbitraryApiKey,
  arbitraryContactChannel,
  arbitraryEmailTemplate,
  arbitraryProject,
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
export {
  type ActiveFault,
  ClockNotMoved,
  type ConnectableProject,
  type Fault,
  Faults,
  type LogEntry,
  Mailbox,
  type MailFilter,
  type NextOptions,
  NoMail,
  ProjectKeys,
  RequestLog,
  type SeedInput,
  ServiceClock,
  type StoredMail
} from "../service/index.ts"
