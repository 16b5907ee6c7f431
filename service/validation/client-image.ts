/** The rule for images that the client tier sets. */
import { Effect } from "effect"
import { textError } from "../response/raw-response.ts"

const DATA_IMAGE = /^data:image\/(?:png|jpg|jpeg|gif|bmp|webp);base64,[A-Za-z\d+/]*={0,2}$/

/** Requires a data URL: with any other URL a user could make the browsers of others send requests to it. */
export const checkClientImage = Effect.fnUntraced(function* ({
  profileImageUrl: url
}: {
  readonly profileImageUrl?: string | null
}) {
  if (url != null && !DATA_IMAGE.test(url)) {
    return yield* textError(
      400,
      "A profile image has to be a data URL of a PNG, JPEG, GIF, BMP or WebP image in base64."
    )
  }
})
