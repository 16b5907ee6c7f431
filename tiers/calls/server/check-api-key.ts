/** Checks the API keys with which programs call the backend of an application. */
import type * as Effect from "effect/Effect"
import * as TeamApi from "../../../core/api/team-api-keys.ts"
import * as UserApi from "../../../core/api/user-api-keys.ts"
import type { TeamApiKey, UserApiKey } from "../../../core/schema/user-team-api-key.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import type { CallError } from "../call-error.ts"
import { redact, type SecretText } from "../redact.ts"
import { byKeys } from "./user-scope.ts"

/** The errors of `userApiKeys.check` and `teamApiKeys.check`. */
export type CheckApiKeyError = CallError<typeof UserApi.check | typeof TeamApi.check>

/** The verification of API keys that requests bring. */
export interface CheckApiKeyCalls {
  /**
   * Returns the API key of a user, which names the user. Fails with one of `ApiKeyNotValid` for a key that is unknown,
   * revoked, expired or of a team. `keystile/verify` reads and checks the key of a request.
   *
   * @param apiKey The key that a request sent.
   */
  readonly checkUserApiKey: (apiKey: SecretText) => Effect.Effect<UserApiKey, CheckApiKeyError>
  /**
   * The same for the API key of a team.
   *
   * @param apiKey The key that a request sent.
   */
  readonly checkTeamApiKey: (apiKey: SecretText) => Effect.Effect<TeamApiKey, CheckApiKeyError>
}

export const checkApiKeyCalls = (dependencies: CallDependencies): CheckApiKeyCalls => {
  const run = byKeys(dependencies)
  return {
    checkUserApiKey: (apiKey) => run(UserApi.check, { body: { apiKey: redact(apiKey) } }),
    checkTeamApiKey: (apiKey) => run(TeamApi.check, { body: { apiKey: redact(apiKey) } })
  }
}
