/** Groups of known errors and their type guards. */
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import {
  isInvalidAdminAccessToken,
  isInvalidProjectAuthentication,
  isProjectAuthenticationError,
  isProjectAuthenticationRequired
} from "../../../core/errors/project-authentication.ts"
import { isApiKeyNotValid } from "../../../core/errors/api-key.ts"
import { isKnownError, type KnownError } from "../../../core/errors/known-errors.ts"
import { isPasswordRequirementsNotMet } from "../../../core/errors/password-rules.ts"
import {
  isInvalidAccessToken,
  isInvalidSessionAuthentication,
  isSessionAuthenticationError
} from "../../../core/errors/access-token.ts"
import {
  isRefreshTokenError,
  ProviderRejected,
  type RefreshTokenNotFoundOrExpired
} from "../../../core/errors/refresh-token.ts"
import { isVerificationCodeError, VerificationCodeExpired } from "../../../core/errors/verification-code.ts"
import { ancestors, cases, parents } from "./catalogue.ts"
import { arbitraryOf } from "../../../testing/arbitraries.ts"

const guards: Readonly<Record<string, (error: unknown) => boolean>> = {
  API_KEY_NOT_VALID: isApiKeyNotValid,
  PROJECT_AUTHENTICATION_ERROR: isProjectAuthenticationError,
  INVALID_PROJECT_AUTHENTICATION: isInvalidProjectAuthentication,
  INVALID_ADMIN_ACCESS_TOKEN: isInvalidAdminAccessToken,
  PROJECT_AUTHENTICATION_REQUIRED: isProjectAuthenticationRequired,
  SESSION_AUTHENTICATION_ERROR: isSessionAuthenticationError,
  INVALID_SESSION_AUTHENTICATION: isInvalidSessionAuthentication,
  INVALID_ACCESS_TOKEN: isInvalidAccessToken,
  REFRESH_TOKEN_ERROR: isRefreshTokenError,
  PASSWORD_REQUIREMENTS_NOT_MET: isPasswordRequirementsNotMet,
  VERIFICATION_ERROR: isVerificationCodeError
}

describe("The groups of known errors", () => {
  it("have one guard each", () => {
    assert.sameMembers(
      Object.keys(guards),
      parents.map(({ code }) => code)
    )
  })

  it.each(parents)("include an error in $name", ({ code }) => {
    assert.isTrue(cases.some(({ entry }) => ancestors(entry.code).includes(code)))
  })

  describe.each(cases)("$entry.name", ({ entry, known }) => {
    it.prop(
      "is in exactly the groups of the table",
      [arbitraryOf(known)],
      ([error]) => {
        const accepting = Object.entries(guards)
          .filter(([, accepts]) => accepts(error))
          .map(([code]) => code)
        assert.sameMembers(accepting, [...ancestors(entry.code)])
        assert.isTrue(isKnownError(error))
      },
      { arbitrary: { runs: 10 } }
    )
  })

  it("exclude values that only resemble known errors", () => {
    const { _tag, code, message, status } = new VerificationCodeExpired()
    const lookalike = { _tag, code, message, status }
    for (const other of [null, undefined, code, lookalike, Object.assign(new Error(message), lookalike)]) {
      assert.isFalse(isKnownError(other))
      for (const accepts of Object.values(guards)) assert.isFalse(accepts(other))
    }
  })

  it("narrow the type of an error", () => {
    const error: KnownError = new ProviderRejected()
    const narrow = (one: KnownError) => {
      if (isRefreshTokenError(one)) expectTypeOf(one).toEqualTypeOf<ProviderRejected | RefreshTokenNotFoundOrExpired>()
      else expectTypeOf(one).not.toExtend<ProviderRejected>()
    }
    narrow(error)
    const of = (one: unknown) => {
      if (isVerificationCodeError(one)) expectTypeOf(one._tag).toExtend<`VerificationCode${string}`>()
    }
    of(error)
  })
})
