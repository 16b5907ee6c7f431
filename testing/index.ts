export {
  arbitraryFailure,
  arbitraryKnownError,
  arbitraryProject,
  arbitraryRequestError,
  arbitraryServerTeam,
  arbitraryServerUser,
  arbitraryTeam,
  arbitraryUser
} from "./arbitraries.ts"
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
  type TestingOptions,
  TestProject
} from "./testing.ts"
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
