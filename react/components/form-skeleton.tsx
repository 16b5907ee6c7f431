/** The skeleton of a card, in the layout of its form, so that nothing moves when the form is loaded. */
import type { ComponentProps, ReactNode } from "react"
import { useMessagesOrBlank } from "../messages/messages.ts"
import { useAppearance, useClassName } from "../theme/appearance.ts"
import { useIsMain, useScope } from "../theme/scope.tsx"
import { className } from "../theme/class-name.ts"
import { Issuer, useHasLogo } from "./issuer.tsx"
import { columnsOf } from "./provider-grid.ts"

/** Props of `<FormSkeleton>`. */
export interface FormSkeletonProps extends Omit<ComponentProps<"div">, "ref" | "children"> {
  /** Number of fields; 0 for no form. */
  readonly fields: number
  /** Shows the place of an icon above the title. Default `false`. */
  readonly icon?: boolean | undefined
  /** Number of lines of text below the title. Default 0. */
  readonly lines?: number | undefined
  /** Number of buttons above the form: providers and the passkey. Default 0. */
  readonly buttons?: number | undefined
  /** Number of icons in the grid of providers, above the buttons. Default 0. */
  readonly icons?: number | undefined
  /** Shows tabs. Default `false`. */
  readonly tabs?: boolean | undefined
  /** The length of the form is not known: the lower part of the card fades out. Default `false`. */
  readonly open?: boolean | undefined
  /** Shows a footer. Default `true`. */
  readonly footer?: boolean | undefined
}

const repeat = (count: number, render: (key: string) => ReactNode) =>
  Array.from({ length: count }, (_, index) => render(String(index)))

/** The skeleton of a sign-in or sign-up card. */
export const FormSkeleton = ({
  buttons = 0,
  className: given,
  fields,
  footer = true,
  icon = false,
  icons = 0,
  lines = 0,
  open = false,
  tabs = false,
  ...props
}: FormSkeletonProps) => {
  const { loading } = useMessagesOrBlank()
  const hasLogo = useHasLogo()
  const { beforeForm, header } = useAppearance()
  const Title = useIsMain() ? "h1" : "h2"
  return (
    <div
      {...props}
      {...useScope()}
      className={className("ks ks-card", useClassName("card", given))}
      data-open={open || undefined}
      role="status"
      aria-busy="true"
    >
      <div className="ks-card-body">
        {loading !== "" && <Title className="ks-visually-hidden">{loading}</Title>}
        {header}
        <div className="ks-card-head">
          {(icon || hasLogo) && (
            <div className="ks-card-top">
              {icon && <span className="ks-skeleton" data-shape="icon" />}
              {hasLogo && <Issuer />}
            </div>
          )}
          <span className="ks-skeleton" data-shape="title" />
          {repeat(lines, (key) => (
            <span className="ks-skeleton" data-shape="sentence" key={key} />
          ))}
        </div>
        {beforeForm}
        {buttons + icons > 0 && (
          <div className="ks-stack">
            {icons > 0 && (
              <div className="ks-oauth-grid" data-columns={columnsOf(icons)}>
                {repeat(icons, (key) => (
                  <span className="ks-skeleton" data-shape="control" key={key} />
                ))}
              </div>
            )}
            {repeat(buttons, (key) => (
              <span className="ks-skeleton" data-shape="control" key={key} />
            ))}
          </div>
        )}
        {buttons + icons > 0 && fields > 0 && <span className="ks-skeleton" data-shape="separator" />}
        {tabs && <span className="ks-skeleton" data-shape="tabs" />}
        {fields > 0 && (
          <div className="ks-form">
            {repeat(fields, (key) => (
              <div className="ks-field" key={key}>
                <span className="ks-skeleton" data-shape="label" />
                <span className="ks-skeleton" data-shape="control" />
              </div>
            ))}
            <span className="ks-skeleton" data-shape="control" />
          </div>
        )}
      </div>
      {footer && (
        <div className="ks-card-footer">
          <span className="ks-skeleton" data-shape="text" />
          <span className="ks-skeleton" data-shape="label" />
        </div>
      )}
    </div>
  )
}
