/**
 * Checks the proofs that projects require at sign-up: a proof of work, a Turnstile token, or the check of the program
 * that embeds the service.
 *
 * The server and admin tiers need no proof. Neither does a sign-up with an OAuth provider, which has checks of its own.
 */
import { Clock, Context, Effect, Layer, type Schema } from "effect"
import { NO_PROOF } from "../../../core/api/sign-up-proof.ts"
import { SignUpProofInvalid, SignUpProofRequired } from "../../../core/errors/sign-up-proof.ts"
import type { SignUpProofInfo } from "../../../core/schema/sign-up-proof.ts"
import type { SignUpProofSetting } from "../../../core/schema/sign-up-proof-setting.ts"
import { type CannotDecrypt, unreadableAdvice } from "../../crypto/secrets/encryption.ts"
import { ServerSecret } from "../../crypto/secrets/installation-secret.ts"
import { makeUnreadableReport } from "../../crypto/secrets/unreadable-report.ts"
import type { CallerValues } from "../../request/caller.ts"
import { type RawResponse, textError } from "../../response/raw-response.ts"
import { retryAfter } from "../../response/response-headers.ts"
import { ProjectStore } from "../projects/project-store.ts"
import { proofInfo, SignUpProofSettingStore } from "../projects/sign-up-proof-setting-store.ts"
import { trustOf } from "../projects/trusted-redirect.ts"
import { SpentCodes } from "../verification-codes/verification-codes.ts"
import { SignUpCheck, SignUpCheckUnavailable } from "./custom-check.ts"
import { publishProofCounts } from "./proof-counts.ts"
import { DEFAULT_DIFFICULTY, issueChallenge, readSolution } from "./proof-of-work.ts"
import { TurnstileVerifyUrl, verifyTurnstile } from "./turnstile.ts"
import { UsedChallengeStore } from "./used-challenge-store.ts"

/** The data that a client needs for a proof. */
interface SignUpChallenge extends SignUpProofInfo {
  readonly challenge?: Schema.Json
  readonly expiresAt?: Date
}

/** The fields of a sign-up that the check reads. */
interface SignUpRequest {
  readonly email: string
  readonly signUpProof?: string
}

export class SignUpProof extends Context.Service<
  SignUpProof,
  {
    /** Returns the check of a project with a new challenge, if it has one. */
    readonly challenge: (projectId: string) => Effect.Effect<SignUpChallenge, RawResponse>
    /**
     * Fails unless the caller needs no proof, or the request has a valid one, which it uses up. An unavailable check
     * fails with 503. Must not run in a transaction: that would stay open during the check, and its rollback would make
     * the proof valid again.
     */
    readonly require: (
      caller: CallerValues,
      request: SignUpRequest
    ) => Effect.Effect<void, SignUpProofRequired | SignUpProofInvalid | RawResponse>
  }
>()("keystile/service/SignUpProof") {}

const RETRY_SECONDS = 5

const noCustomCheck = new SignUpCheckUnavailable({ problem: "this service has no custom check." })

const couldNotCheck = (problem: string) => `A sign-up could not be checked: ${problem}`

const unreadableSecret = (projectId: string, { message }: CannotDecrypt) =>
  couldNotCheck(
    `the secret key of Turnstile of the project ${projectId} cannot be used. ${message} ` +
      unreadableAdvice("enter the secret key again in the settings of the project")
  )

const unavailable = textError(503, "Sign-ups cannot be checked at the moment. Try again.", retryAfter(RETRY_SECONDS))

export const layer = Layer.effect(
  SignUpProof,
  Effect.gen(function* () {
    const settings = yield* SignUpProofSettingStore
    const used = yield* UsedChallengeStore
    const projects = yield* ProjectStore
    const serverSecret = yield* ServerSecret
    // Of the program that builds the service, not of the caller of a request.
    const custom = yield* SignUpCheck
    const verifyUrl = yield* TurnstileVerifyUrl
    const count = yield* publishProofCounts
    const reportUnreadable = makeUnreadableReport()

    const verifyWork = Effect.fnUntraced(function* (projectId: string, proof: string) {
      const solution = readSolution(serverSecret, projectId, proof, yield* Clock.currentTimeMillis)
      if (solution === null) return false
      const spent = yield* SpentCodes
      if (spent?.has(solution.challenge)) return true
      const isFirst = yield* used.use({ projectId, ...solution })
      if (isFirst) spent?.add(solution.challenge)
      return isFirst
    })

    const verify = Effect.fnUntraced(function* (
      { project }: CallerValues,
      setting: SignUpProofSetting,
      email: string,
      proof: string
    ): Effect.fn.Return<boolean, SignUpCheckUnavailable> {
      switch (setting.type) {
        case "proof-of-work":
          return yield* verifyWork(project.id, proof)
        case "turnstile": {
          const trust = yield* Effect.provideService(trustOf(project), ProjectStore, projects)
          return yield* verifyTurnstile({ url: verifyUrl, secretKey: setting.secretKey, token: proof, trust })
        }
        case "custom":
          if (custom === null) return yield* noCustomCheck
          return yield* custom.verify({ projectId: project.id, email, proof })
      }
    })

    const challengeOf = Effect.fnUntraced(function* (projectId: string, setting: SignUpProofSetting) {
      const info = proofInfo(setting)
      if (setting.type === "proof-of-work") {
        const { difficulty = DEFAULT_DIFFICULTY } = setting
        const now = yield* Clock.currentTimeMillis
        const { challenge, expiresAt } = issueChallenge(serverSecret, projectId, difficulty, now)
        return { ...info, challenge: { ...challenge }, expiresAt: new Date(expiresAt) }
      }
      if (setting.type === "turnstile" || custom?.challenge === undefined) return info
      return { ...info, challenge: yield* custom.challenge(projectId) }
    })

    const failUnavailable = (type: SignUpProofSetting["type"], report: Effect.Effect<void>) =>
      count(type, "unavailable").pipe(Effect.andThen(report), Effect.andThen(unavailable))

    const reportUnavailable =
      (type: SignUpProofSetting["type"]) =>
      ({ problem }: SignUpCheckUnavailable) =>
        failUnavailable(type, Effect.logError(couldNotCheck(problem)))

    return SignUpProof.of({
      challenge: Effect.fnUntraced(function* (projectId: string) {
        const setting = yield* settings.findSettings(projectId)
        if (setting === null) return { type: NO_PROOF }
        return yield* challengeOf(projectId, setting).pipe(
          Effect.tap(count(setting.type, "asked")),
          Effect.catchTag("SignUpCheckUnavailable", reportUnavailable(setting.type))
        )
      }),
      require: Effect.fnUntraced(function* (caller, { email, signUpProof }) {
        if (caller.tier !== "client") return
        const setting = yield* settings
          .find(caller.project.id)
          .pipe(
            Effect.catchTag("CannotDecrypt", (failure) =>
              failUnavailable(
                "turnstile",
                reportUnreadable(caller.project.id, unreadableSecret(caller.project.id, failure))
              )
            )
          )
        if (setting === null) return
        if (signUpProof === undefined || signUpProof === "") {
          yield* count(setting.type, "asked")
          return yield* new SignUpProofRequired()
        }
        const isAccepted = yield* verify(caller, setting, email, signUpProof).pipe(
          Effect.catchTag("SignUpCheckUnavailable", reportUnavailable(setting.type))
        )
        yield* count(setting.type, isAccepted ? "solved" : "refused")
        if (!isAccepted) return yield* new SignUpProofInvalid()
      })
    })
  })
)
