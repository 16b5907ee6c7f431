/** The limits of endpoints that take an image or metadata. */

const metadata = ["client_metadata", "client_read_only_metadata", "server_metadata"]

/** Room for an image of 1,000,000 characters and for metadata beside it. */
export const largeBody = {
  bodyLimit: 2_500_000,
  long: ["profile_image_url", ...metadata],
  json: metadata
}
