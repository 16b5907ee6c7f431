/** Buttons of the project's providers. */
import { useProject } from "../../hooks/use-project.ts"
import type { MockProject } from "../sign-in/mock-project.ts"
import { OAuthButtons } from "./oauth-buttons.tsx"

/** Props of `<OAuthButtonGroup>`. */
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
