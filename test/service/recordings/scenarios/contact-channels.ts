/** Contact channels and their verification. */
import { Effect } from "effect"
import { asClient } from "../../fixture.ts"
import { verificationCode } from "../../setup/mailed-codes.ts"
import { newUser, verifiedUser, signUpAddress, signedIn, userWithSecondAddress } from "../../setup/users.ts"
import { setUp } from "../../setup/project.ts"
import { at } from "../scenario.ts"

const withTwoAddresses = Effect.map(userWithSecondAddress, ({ address, user }) => ({ user, ids: [address] }))

const aVerificationCode = Effect.gen(function* () {
  const user = yield* newUser
  return { user, body: { code: yield* verificationCode(user) } }
})

const otherUser = Effect.gen(function* () {
  const user = yield* newUser
  const { id } = yield* newUser
  return { user, ids: [id] }
})

export const contactChannels = [
  at(
    85,
    "GET /contact-channels client 200",
    Effect.map(withTwoAddresses, ({ user }) => ({ user }))
  ),
  at(
    86,
    "GET /contact-channels server 200",
    Effect.map(withTwoAddresses, ({ user }) => ({ user, ids: [user.id] }))
  ),
  at(87, "GET /contact-channels client 403", otherUser),
  at(88, "POST /contact-channels client 201", signedIn),
  at(
    89,
    "POST /contact-channels server 201",
    Effect.map(newUser, (user) => ({ user, body: { user_id: user.id } }))
  ),
  at(
    90,
    "POST /contact-channels client 400",
    Effect.map(newUser, (user) => ({ user, body: { value: user.email } }))
  ),
  at(
    91,
    "POST /contact-channels/*/*/send-verification-code client 400 CANNOT_GET_OWN_USER_WITHOUT_USER",
    Effect.gen(function* () {
      const user = yield* newUser
      return { ids: [user.id, yield* signUpAddress(user)] }
    })
  ),
  at(92, "DELETE /contact-channels/me/* client 400", otherUser),
  at(93, "POST /contact-channels/me/*/send-verification-code client 200", withTwoAddresses),
  at(94, "DELETE /contact-channels/me/* client 200", withTwoAddresses),
  at(95, "PATCH /contact-channels/me/* client 200", withTwoAddresses),
  at(
    96,
    "PATCH /contact-channels/me/* server 200",
    Effect.gen(function* () {
      const user = yield* verifiedUser
      return { user, ids: [yield* signUpAddress(user)] }
    })
  ),
  at(
    97,
    "POST /contact-channels/me/*/send-verification-code client 409 EMAIL_ALREADY_VERIFIED",
    Effect.gen(function* () {
      const user = yield* verifiedUser
      return { user, ids: [yield* signUpAddress(user)] }
    })
  ),
  at(98, "PATCH /contact-channels/me/* client 200", withTwoAddresses),
  at(
    99,
    "POST /contact-channels/send-verification-code client 200",
    Effect.map(newUser, (user) => ({ user, body: { email: user.email } }))
  ),
  at(100, "POST /contact-channels/send-verification-code client 400 SCHEMA_ERROR"),
  at(
    101,
    "POST /contact-channels/send-verification-code client 409 EMAIL_ALREADY_VERIFIED",
    Effect.map(verifiedUser, (user) => ({ user, body: { email: user.email } }))
  ),
  at(102, "POST /contact-channels/verify client 200", aVerificationCode),
  at(103, "POST /contact-channels/verify client 404 VERIFICATION_CODE_NOT_FOUND", signedIn),
  at(
    104,
    "POST /contact-channels/verify client 409 VERIFICATION_CODE_ALREADY_USED",
    Effect.tap(aVerificationCode, ({ body }) => setUp("POST", "/contact-channels/verify", body, asClient))
  )
]
