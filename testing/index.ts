export {
  BASE_URL,
  layer,
  layerClient,
  layerService,
  type ProjectInput,
  type TestingOptions,
  TestProject
} from "./testing.ts"
export { type ConnectableProject, type LogEntry, ProjectKeys, RequestLog, type SeedInput } from "../service/index.ts"
