/** The contact channels of the signed-in user: their email addresses. */
import * as Effect from "effect/Effect"
import * as Api from "../../core/api/contact-channels/channels.ts"
import * as VerificationApi from "../../core/api/contact-channels/verification.ts"
import { call } from "../../core/call/call.ts"
import type { CallbackUrlMissing } from "../../core/errors/local-errors.ts"
import type { ContactChannel } from "../../core/schema/contact-channel.ts"
import { type CallbackUrlOption, callbackUrlOr, verificationMail } from "./callback-url.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { omitUndefined } from "./omit-undefined.ts"
import { sharedRead } from "./shared-read.ts"
import type { CallError } from "./call-error.ts"

/** A new contact channel. */
export interface ContactChannelInput {
  /** The only type. */
  readonly type: "email"
  /** The email address. */
  readonly value: string
  /** The user can sign in with this address. */
  readonly usedForAuth: boolean
  /** Takes the mark from the user's other channels. Default `false`. */
  readonly isPrimary?: boolean | undefined
}

/** Absent fields are unchanged. */
export interface ContactChannelChanges {
  /**
   * A new value is unverified. If the old one was the last verified address for sign-in, it stays as another channel
   * until the new one is verified. Changed back to it, the channel is verified.
   */
  readonly value?: string | undefined
  /** The user can sign in with this address. */
  readonly usedForAuth?: boolean | undefined
  /** `true` takes the mark from the user's other channels. */
  readonly isPrimary?: boolean | undefined
}

/** The errors of `contactChannels.list` and `contactChannels.remove`. */
export type OwnContactChannelError = CallError<typeof Api.list>

/** The errors of `contactChannels.create` and `contactChannels.update`. */
export type CreateContactChannelError = CallError<typeof Api.create>

/** The errors of `contactChannels.sendVerificationEmail`. */
export type SendChannelVerificationError = CallError<typeof VerificationApi.sendVerificationCode> | CallbackUrlMissing

/** The user's email addresses. */
export interface ContactChannelCalls {
  /** Returns the oldest first. */
  readonly list: () => Effect.Effect<ReadonlyArray<ContactChannel>, OwnContactChannelError>
  /** Sends no email. */
  readonly create: (input: ContactChannelInput) => Effect.Effect<ContactChannel, CreateContactChannelError>
  /**
   * Changes an email address.
   *
   * @param id The id of the contact channel.
   */
  readonly update: (
    id: string,
    changes: ContactChannelChanges
  ) => Effect.Effect<ContactChannel, CreateContactChannelError>
  /**
   * Removes an email address.
   *
   * @param id The id of the contact channel.
   */
  readonly remove: (id: string) => Effect.Effect<void, OwnContactChannelError>
  /**
   * Mails a link that verifies the address.
   *
   * @param id The id of the contact channel.
   */
  readonly sendVerificationEmail: (
    id: string,
    options?: CallbackUrlOption
  ) => Effect.Effect<void, SendChannelVerificationError>
}

const me = "me"
const channelParams = (id: string) => ({ user_id: me, contact_channel_id: id }) as const

export const contactChannelCalls = (dependencies: CallDependencies): ContactChannelCalls => {
  const { bind, navigation } = dependencies
  const read = sharedRead(dependencies)
  return {
    list: () => Effect.map(read(Api.list, { query: { userId: me } }), ({ items }) => items),
    create: (input) => bind(call(Api.create, { body: { ...omitUndefined(input), userId: me } })),
    update: (id, changes) => bind(call(Api.update, { params: channelParams(id), body: omitUndefined(changes) })),
    remove: (id) => bind(Effect.asVoid(call(Api.remove, { params: channelParams(id) }))),
    sendVerificationEmail: (id, options = {}) =>
      Effect.flatMap(callbackUrlOr(options.callbackUrl, navigation, verificationMail), (url) =>
        bind(
          Effect.asVoid(
            call(VerificationApi.sendVerificationCode, { params: channelParams(id), body: { callbackUrl: url } })
          )
        )
      )
  }
}
