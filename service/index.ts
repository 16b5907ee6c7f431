export { ClockNotMoved, ServiceClock } from "./service-clock.ts"
export type { ActiveFault, Fault } from "./faults/fault.ts"
export { Faults } from "./faults/faults.ts"
export type { ConnectionLimits } from "./http/connection-limits.ts"
export type { AllowedHosts } from "./http/allowed-hosts.ts"
export { type LogEntry, RequestLog } from "./http/request-log.ts"
export type { MailFilter, StoredMail } from "./mail/mail-store.ts"
export type { SmtpAddresses } from "./mail/smtp-address.ts"
export type { SmtpOptions } from "./mail/smtp.ts"
export { Mailbox, type NextOptions, NoMail } from "./mail/mailbox.ts"
export { layerTransport } from "./in-memory.ts"
export { CannotListen, listen, type ListenOptions } from "./listen.ts"
export { PasswordHasher } from "./crypto/password-hasher.ts"
export { type ConnectableProject, ProjectKeys } from "./resources/api-keys/project-keys.ts"
export { checkSeed, type SeedInput, SeedInvalid } from "./tools/seed/seed.ts"
export {
  layer,
  layerNoDeps,
  layerTest,
  OptionInvalid,
  type Running,
  Service,
  type ServiceOptions,
  type StartError
} from "./service.ts"
export { DatabaseUnusable } from "./sql/database-file.ts"
export { nameOfDatabase } from "./sql/postgres-database.ts"
export { makeWebHandler, type Origin, type WebHandler } from "./web-handler.ts"
