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
  type ActiveFault,
  ClockNotMoved,
  type ConnectableProject,
  type Fault,
  Faults,
  type LogEntry,
  ProjectKeys,
  RequestLog,
  type SeedInput,
  ServiceClock
} from "../service/index.ts"
