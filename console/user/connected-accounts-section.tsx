/** The accounts of a user at OAuth providers. */
import { providerName } from "../../look/providers.ts"
import { useOAuthProvidersOfUserState } from "../../react/dashboard/use-users.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import type { UserTabProps } from "./user-tab-props.ts"

export const ConnectedAccountsSection = ({ user }: UserTabProps) => {
  const accounts = useOAuthProvidersOfUserState(user.id)
  return (
    <Section
      title="Connected accounts"
      text="Accounts at providers. A disconnected account cannot sign in as this user, and its tokens are deleted."
    >
      <ReadView state={accounts}>
        {(data) =>
          data.length === 0 ? (
            <p className="ks-text">The user has connected no account.</p>
          ) : (
            <ul className="ks-list">
              {data.map(({ accountId, allowSignIn, email, id, providerId }) => {
                const provider = providerName(providerId)
                const what = `${provider} account ${email ?? accountId}`
                return (
                  <li key={id}>
                    <div className="ks-list-row ks-list-wrap">
                      <div className="ks-list-main">
                        <span className="ks-strong">{provider}</span>
                        <span>{email == null ? `Account ${accountId}` : `${email}, account ${accountId}`}</span>
                        {!allowSignIn && <span className="ks-text">Not for signing in</span>}
                      </div>
                      <span className="ks-actions">
                        <ChangeButton
                          word={allowSignIn ? "Refuse sign-in" : "Allow sign-in"}
                          what={`with the ${what}`}
                          done={`The ${what} ${allowSignIn ? "cannot" : "can"} be used to sign in`}
                          change={({ ofUser }) =>
                            ofUser(user.id).oauthProviders.update(id, { allowSignIn: !allowSignIn })
                          }
                        />
                        <ChangeButton
                          word="Disconnect"
                          what={`the ${what}`}
                          needsConfirmation
                          done={`The ${what} was disconnected`}
                          change={({ ofUser }) => ofUser(user.id).oauthProviders.remove(id)}
                        />
                      </span>
                    </div>
                  </li>
                )
              })}
            </ul>
          )
        }
      </ReadView>
    </Section>
  )
}
