/** Buttons of the project's providers. */
import type { ReactNode } from "react"
import { ProviderButtons } from "../../components/provider-button.tsx"
import { useProject } from "../../hooks/use-project.ts"
import { useLastUsed } from "../sign-in/last-used.ts"
import { FlowNotice } from "../cards/flow-notice.tsx"
import type { MockProject } from "../sign-in/mock-project.ts"
import { useOAuth } from "./use-oauth.ts"

export interface OAuthButtonGroupProps {
  /** Wording of the labels. */
  readonly type: "sign-in" | "sign-up"
  /** Replaces the provider's project, for previews. */
  readonly mockProject?: Pick<MockProject, "config"> | undefined
}

/**
 * A button for each enabled provider of the project. Suspends until the project is read.
 *
 * @example <OAuthButtonGroup type="sign-in" />
 */
export const OAuthButtonGroup = ({ mockProject, type }: OAuthButtonGroupProps) =>
  mockProject === undefined ? (
    <ProjectButtons type={type} />
  ) : (
    <OAuthButtons type={type} providers={mockProject.config.oauthProviders} />
  )

const ProjectButtons = ({ type }: Pick<OAuthButtonGroupProps, "type">) => (
  <OAuthButtons type={type} providers={useProject().config.oauthProviders} />
)

interface OAuthButtonsProps extends Pick<OAuthButtonGroupProps, "type"> {
  readonly providers: ReadonlyArray<{ readonly id: string }>
  /** Rendered below the buttons. */
  readonly children?: ReactNode
}

/** Buttons of the given providers. */
export const OAuthButtons = ({ children, providers, type }: OAuthButtonsProps) => {
  const { busy, choose, error } = useOAuth()
  return (
    <>
      <FlowNotice error={error} />
      <ProviderButtons
        providers={[...new Set(providers.map(({ id }) => id))]}
        type={type}
        last={useLastUsed()}
        busy={busy}
        onSelect={choose}
      >
        {children}
      </ProviderButtons>
    </>
  )
}
