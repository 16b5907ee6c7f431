/** The skeleton of a card, in the layout of its form, so that nothing moves when the form is loaded. */
import type { ComponentProps, ReactNode } from "react"
import { useMessagesOrBlank } from "../messages/messages.ts"
import { useIsMain, useScope } from "../theme/scope.tsx"
import { className } from "../theme/class-name.ts"

export interface FormSkeletonProps extends Omit<ComponentProps<"div">, "ref" | "children"> {
  /** Number of fields; 0 for no form. */
  readonly fields: number
  /** Number of buttons above the form: providers and the passkey. Default 0. */
  readonly buttons?: number | undefined
  /** Shows tabs. Default `false`. */
  readonly tabs?: boolean | undefined
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
  tabs = false,
  ...props
}: FormSkeletonProps) => {
  const { loading } = useMessagesOrBlank()
  const Title = useIsMain() ? "h1" : "h2"
  return (
    <div {...props} {...useScope()} className={className("ks ks-card", given)} role="status" aria-busy="true">
      <div className="ks-card-body">
        {loading !== "" && <Title className="ks-visually-hidden">{loading}</Title>}
        <span className="ks-bone" data-bone="title" />
        {buttons > 0 && (
          <div className="ks-stack">
            {repeat(buttons, (key) => (
              <span className="ks-bone" data-bone="control" key={key} />
            ))}
          </div>
        )}
        {buttons > 0 && fields > 0 && <span className="ks-bone" data-bone="separator" />}
        {tabs && <span className="ks-bone" data-bone="tabs" />}
        {fields > 0 && (
          <div className="ks-form">
            {repeat(fields, (key) => (
              <div className="ks-field" key={key}>
                <span className="ks-bone" data-bone="label" />
                <span className="ks-bone" data-bone="control" />
              </div>
            ))}
            <span className="ks-bone" data-bone="control" />
          </div>
        )}
      </div>
      {footer && (
        <div className="ks-card-stub">
          <span className="ks-bone" data-bone="text" />
          <span className="ks-bone" data-bone="label" />
        </div>
      )}
    </div>
  )
}
