/** The service is not bundled: it loads modules and files of its package while it runs. */
import type { NextConfig } from "next"

const nextConfig: NextConfig = {
  cacheComponents: true,
  partialPrefetching: true,
  serverExternalPackages: ["keystile/service/production"]
}

export default nextConfig
