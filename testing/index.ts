export {
  BASE_URL,
  layer,
  layerClient,
  layerService,
  type ProjectInput,
  type TestingOptions,
  TestProject
} from "./testing.ts"
export {
  type ConnectableProject,
  type LogEntry,
  Mailbox,
  type MailFilter,
  type NextOptions,
  NoMail,
  ProjectKeys,
  RequestLog,
  type SeedInput,
  type StoredMail
} from "../service/index.ts"
