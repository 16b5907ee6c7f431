/** An email address of the signed-in user as an object with methods. */
import type { ContactChannel as ContactChannelData } from "../../../core/schema/contact-channel.ts"
import type { EmailAlreadyVerified } from "../../../core/errors/contact-channel.ts"
import type { CallbackUrlOption } from "../../calls/callback-url.ts"
import type { ContactChannelCalls, ContactChannelChanges } from "../../calls/contact-channels.ts"
import type { ObjectContext } from "../object-context.ts"
import { returnErrors } from "../result.ts"

/** An email address of a user, with methods. */
export interface ContactChannel extends ContactChannelData {
  /** Mails a link that verifies the address. */
  readonly sendVerificationEmail: (options?: CallbackUrlOption) => Promise<EmailAlreadyVerified | undefined>
  /** Changes the channel. Absent fields are unchanged, and so is this object: list the channels again. */
  readonly update: (changes: ContactChannelChanges) => Promise<void>
  /** Removes the email address. */
  readonly delete: () => Promise<void>
}

export const contactChannel = (
  channel: ContactChannelData,
  { calls, run }: ObjectContext<{ readonly contactChannels: ContactChannelCalls }>
): ContactChannel =>
  Object.freeze({
    ...channel,
    sendVerificationEmail: (options?: CallbackUrlOption) =>
      run(returnErrors(calls().contactChannels.sendVerificationEmail(channel.id, options), ["EmailAlreadyVerified"])),
    update: async (changes: ContactChannelChanges) =>
      void (await run(calls().contactChannels.update(channel.id, changes))),
    delete: () => run(calls().contactChannels.remove(channel.id))
  })
