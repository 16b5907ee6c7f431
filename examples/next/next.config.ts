/** The configuration that `create-next-app` writes without Tailwind, and a header. */
import type { NextConfig } from "next"

const nextConfig: NextConfig = {
  cacheComponents: true,
  partialPrefetching: true,
  // A return URL is not sent to other sites.
  headers: () => Promise.resolve([{ source: "/:path*", headers: [{ key: "referrer-policy", value: "no-referrer" }] }])
}

export default nextConfig
