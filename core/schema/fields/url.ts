/** URLs. */
import * as Schema from "effect/Schema"
import { atMost } from "./text.ts"
import { parseUrl } from "../../environment/parse-url.ts"

export const PROFILE_IMAGE_MAX_LENGTH = 1_000_000

/** A text that the `URL` constructor accepts. */
export const Url = Schema.String.check(
  Schema.makeFilter((text) => parseUrl(text) !== null, { expected: "a valid URL" })
)

/** A profile image: a URL or a data URL, at most 1,000,000 characters. */
export const ProfileImageUrl = Url.check(atMost(PROFILE_IMAGE_MAX_LENGTH))

export const LOGO_URL_MAX_LENGTH = 2000

const logoUrl = /^https:\/\/[^\s/?#@"'<>\\^`{|}]+(?:[/?#][^\s"'<>\\^`{|}]*)?$/u

/** The URL of an image in mails: `https`, without credentials and without characters that a URL has to escape. */
export const LogoUrl = Url.check(
  Schema.makeFilter((text) => logoUrl.test(text), { expected: "an https URL without user name and password" }),
  atMost(LOGO_URL_MAX_LENGTH)
)
