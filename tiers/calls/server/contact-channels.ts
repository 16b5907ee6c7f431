/** The contact channels of one user, as the server handles them: their email addresses. */
import * as Effect from "effect/Effect"
import * as Api from "../../../core/api/contact-channels/channels.ts"
import * as VerificationApi from "../../../core/api/contact-channels/verification.ts"
import type { ContactChannel } from "../../../core/schema/contact-channel.ts"
import type { CallError } from "../call-error.ts"
import { callbackUrlOr, verificationMail } from "../callback-url.ts"
import type {
  ContactChannelCalls,
  ContactChannelChanges,
  ContactChannelInput,
  OwnContactChannelError
} from "../contact-channels.ts"
import { omitUndefined } from "../omit-undefined.ts"
import type { UserScope } from "./user-scope.ts"

/** The errors of `contactChannels.create` and `contactChannels.update` in the server tier. */
export type WriteContactChannelError = CallError<typeof Api.updateAsServer>

/** A channel to create. */
export interface ServerContactChannelInput extends Omit<ContactChannelInput, "type"> {
  /** The only type there is. */
  readonly type?: "email" | undefined
  /** The address is verified. Default `false`. */
  readonly isVerified?: boolean | undefined
}

/** Absent fields are unchanged. */
export interface ServerContactChannelChanges extends ContactChannelChanges {
  /** Replaces the old value at once. A new one is unverified, unless `isVerified` is set. */
  readonly value?: string | undefined
  /** The address is verified. Default for a new value: `false`, except one that was replaced. */
  readonly isVerified?: boolean | undefined
}

export interface ServerContactChannelCalls extends Omit<ContactChannelCalls, "create" | "update"> {
  /**
   * Returns a contact channel of the user.
   *
   * @param id The id of the contact channel.
   */
  readonly get: (id: string) => Effect.Effect<ContactChannel, OwnContactChannelError>
  /** Sends no email. */
  readonly create: (input: ServerContactChannelInput) => Effect.Effect<ContactChannel, WriteContactChannelError>
  /**
   * Changes a contact channel of the user.
   *
   * @param id The id of the contact channel.
   */
  readonly update: (
    id: string,
    changes: ServerContactChannelChanges
  ) => Effect.Effect<ContactChannel, WriteContactChannelError>
}

export const serverContactChannelCalls = ({
  dependencies: { navigation },
  run,
  userId
}: UserScope): ServerContactChannelCalls => {
  const one = (id: string) => ({ user_id: userId, contact_channel_id: id })
  return {
    list: () => Effect.map(run(Api.listAsServer, { query: { userId } }), ({ items }) => items),
    get: (id) => run(Api.getAsServer, { params: one(id) }),
    create: ({ type = "email", ...input }) =>
      run(Api.createAsServer, { body: { ...omitUndefined(input), type, userId } }),
    update: (id, changes) => run(Api.updateAsServer, { params: one(id), body: omitUndefined(changes) }),
    remove: (id) => Effect.asVoid(run(Api.removeAsServer, { params: one(id) })),
    sendVerificationEmail: (id, options = {}) =>
      Effect.flatMap(callbackUrlOr(options.callbackUrl, navigation, verificationMail), (url) =>
        Effect.asVoid(run(VerificationApi.sendVerificationCode, { params: one(id), body: { callbackUrl: url } }))
      )
  }
}
