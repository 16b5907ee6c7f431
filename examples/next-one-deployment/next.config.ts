/** The service is not bundled: it loads modules and files of its package while it runs. */
import type { NextConfig } from "next"

const nextConfig: NextConfig = {
  cacheComponents: true,
  partialPrefetching: true,
  // A return URL is not sent to other sites.
  headers: () => Promise.resolve([{ source: "/:path*", headers: [{ key: "referrer-policy", value: "no-referrer" }] }]),
  serverExternalPackages: ["keystile/service/production"]
}

export default nextConfig
