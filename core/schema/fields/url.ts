/** URLs. */
import * as Schema from "effect/Schema"
import { atMost } from "./text.ts"

export const PROFILE_IMAGE_MAX_LENGTH = 1_000_000

/** A text that the `URL` constructor accepts. */
export const Url = Schema.String.check(Schema.makeFilter((text) => URL.canParse(text), { expected: "a valid URL" }))

/** A profile image: a URL or a data URL, at most 1,000,000 characters. */
export const ProfileImageUrl = Url.check(atMost(PROFILE_IMAGE_MAX_LENGTH))
