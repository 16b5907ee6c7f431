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
