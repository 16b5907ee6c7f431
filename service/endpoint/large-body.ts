const metadata = ["client_metadata", "client_read_only_metadata", "server_metadata"]

/** Limits of endpoints that take an image of up to 1,000,000 characters and metadata. */
export const largeBody = {
  bodyLimit: 2_500_000,
  long: ["profile_image_url", ...metadata],
  json: metadata
}
