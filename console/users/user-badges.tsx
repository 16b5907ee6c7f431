/** The methods of signing in of a user, whether their address is verified, and whether they are restricted. */
import type { ServerUser } from "../../core/schema/server-user.ts"
import { providerName } from "../../look/providers.ts"

export const UserBadges = ({ user }: { readonly user: ServerUser }) => (
  <span className="ks-badges">
    {user.hasPassword && <span className="ks-badge">password</span>}
    {user.otpAuthEnabled && <span className="ks-badge">code</span>}
    {user.passkeyAuthEnabled && <span className="ks-badge">passkey</span>}
    {user.oauthProviders.map(({ accountId, id }) => (
      <span key={`${id} ${accountId}`} className="ks-badge">
        {providerName(id)}
      </span>
    ))}
    {user.isMultiFactorRequired && (
      <span className="ks-badge" data-tone="accent">
        2FA
      </span>
    )}
    {user.primaryEmail !== null && !user.primaryEmailVerified && (
      <span className="ks-badge" data-tone="warning">
        unverified
      </span>
    )}
    {user.isAnonymous === true && <span className="ks-badge">anonymous</span>}
    {user.isRestricted === true && user.isAnonymous !== true && (
      <span className="ks-badge" data-tone="warning">
        restricted
      </span>
    )}
  </span>
)
