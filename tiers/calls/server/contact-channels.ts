/** The contact channels of one user, as the server handles them: their e-mail addresses. */
import * as Effect from "effect/Effect"
import * as Api from "../../../core/api/contact-channels.ts"
import type { CallbackUrlMissing } from "../../../core/errors/local-errors.ts"
import type { ContactChannelAlreadyUsedForAuthBySomeoneElse } from "../../../core/errors/oauth.ts"
import type { RedirectUrlNotWhitelisted } from "../../../core/errors/project.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { CannotGetOwnUserWithoutUser, UserIdDoesNotExist } from "../../../core/errors/user.ts"
import type { EmailAlreadyVerified } from "../../../core/errors/verification-code.ts"
import type { ContactChannel } from "../../../core/schema/contact-channel.ts"
import { callbackUrl, type CallbackUrlOption } from "../callback-url.ts"
import { present } from "../present.ts"
import type { Who } from "./who.ts"

/** A channel to create. */
export interface ServerContactChannelInput {
  /** The only type there is. */
  readonly type?: "email" | undefined
  readonly value: string
  /** Whether one can sign in with it. */
  readonly usedForAuth: boolean
  /** Takes the mark from the user's other channels. Default `false`. */
  readonly isPrimary?: boolean | undefined
  /** Default `false`. */
  readonly isVerified?: boolean | undefined
}

/** What is absent stays as it is. */
export interface ServerContactChannelChanges {
  /** A new value is unverified, unless `isVerified` says otherwise. */
  readonly value?: string | undefined
  readonly usedForAuth?: boolean | undefined
  /** `true` takes the mark from the user's other channels. */
  readonly isPrimary?: boolean | undefined
  readonly isVerified?: boolean | undefined
}

export type ServerContactChannelError = CannotGetOwnUserWithoutUser | RequestError

export type WriteServerContactChannelError = ServerContactChannelError | ContactChannelAlreadyUsedForAuthBySomeoneElse

export type SendServerVerificationError =
  | ServerContactChannelError
  | UserIdDoesNotExist
  | CallbackUrlMissing
  | EmailAlreadyVerified
  | RedirectUrlNotWhitelisted

export interface ServerContactChannelCalls {
  /** The oldest first. */
  readonly list: () => Effect.Effect<ReadonlyArray<ContactChannel>, ServerContactChannelError>
  readonly get: (id: string) => Effect.Effect<ContactChannel, ServerContactChannelError>
  /** No mail is sent. */
  readonly create: (input: ServerContactChannelInput) => Effect.Effect<ContactChannel, WriteServerContactChannelError>
  readonly update: (
    id: string,
    changes: ServerContactChannelChanges
  ) => Effect.Effect<ContactChannel, WriteServerContactChannelError>
  readonly remove: (id: string) => Effect.Effect<void, ServerContactChannelError>
  /** Mails a link that verifies the address. */
  readonly sendVerificationEmail: (
    id: string,
    options?: CallbackUrlOption
  ) => Effect.Effect<void, SendServerVerificationError>
}

export const serverContactChannelCalls = ({ navigation, run, userId }: Who): ServerContactChannelCalls => {
  const one = (id: string) => ({ user_id: userId, contact_channel_id: id })
  return {
    list: () => Effect.map(run(Api.listAsServer, { query: { userId } }), ({ items }) => items),
    get: (id) => run(Api.getAsServer, { params: one(id) }),
    create: ({ type = "email", ...input }) =>
      run(Api.createAsServer, { body: { ...present(input), type, userId } }),
    update: (id, changes) => run(Api.updateAsServer, { params: one(id), body: present(changes) }),
    remove: (id) => Effect.asVoid(run(Api.removeAsServer, { params: one(id) })),
    sendVerificationEmail: (id, options = {}) =>
      Effect.flatMap(callbackUrl(options.callbackUrl, "emailVerification", navigation), (url) =>
        Effect.asVoid(run(Api.sendVerificationCode, { params: one(id), body: { callbackUrl: url } })))
  }
}
