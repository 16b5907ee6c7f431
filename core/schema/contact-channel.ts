/** Contact channels: the email addresses of a user. */
import * as Schema from "effect/Schema"
import { Email } from "./fields/email.ts"
import { UserRef } from "./fields/uuid.ts"
import { wire } from "./wire.ts"

const ContactChannelType = Schema.Literal("email")

/** An email address of a user. */
export class ContactChannel extends Schema.Opaque<ContactChannel>()(
  wire({
    id: Schema.String,
    userId: Schema.String,
    type: ContactChannelType,
    value: Schema.String,
    usedForAuth: Schema.Boolean,
    isVerified: Schema.Boolean,
    isPrimary: Schema.Boolean
  })
) {}

const createFields = {
  userId: UserRef,
  type: ContactChannelType,
  value: Email,
  usedForAuth: Schema.Boolean,
  isPrimary: Schema.optionalKey(Schema.Boolean)
}
const updateFields = {
  /** A new value is unverified, unless it is the one that was replaced, or the server sets `isVerified`. */
  value: Schema.optionalKey(Email),
  /** Accepted and ignored. */
  type: Schema.optionalKey(ContactChannelType),
  usedForAuth: Schema.optionalKey(Schema.Boolean),
  isPrimary: Schema.optionalKey(Schema.Boolean)
}
const isVerified = Schema.optionalKey(Schema.Boolean)

export class ContactChannelCreate extends Schema.Opaque<ContactChannelCreate>()(wire(createFields)) {}
export class ServerContactChannelCreate extends Schema.Opaque<ServerContactChannelCreate>()(
  wire({ ...createFields, isVerified })
) {}
export class ContactChannelUpdate extends Schema.Opaque<ContactChannelUpdate>()(wire(updateFields)) {}
export class ServerContactChannelUpdate extends Schema.Opaque<ServerContactChannelUpdate>()(
  wire({ ...updateFields, isVerified })
) {}
