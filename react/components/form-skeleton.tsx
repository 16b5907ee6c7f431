/** What stands where a form will be: a skeleton of its layout, so that nothing jumps when it comes. */
import type { ComponentProps, ReactNode } from "react"
import { useMessagesOrBlank } from "../messages/messages.ts"
import { useIsMain, useScope } from "../theme/scope.tsx"
import { className } from "../theme/class-name.ts"

export interface FormSkeletonProps extends Omit<ComponentProps<"div">, "ref" | "children"> {
  /** Fields of the form; with none there is no form. */
  readonly fields: number
  /** Buttons above the form: providers and the passkey. Default 0. */
  readonly buttons?: number | undefined
  /** Whether tabs choose between forms. Default `false`. */
  readonly tabs?: boolean | undefined
  /** Whether the card has a way out. Default `true`. */
  readonly footer?: boolean | undefined
}

const repeat = (count: number, render: (key: string) => ReactNode) =>
  Array.from({ length: count }, (_, index) => render(String(index)))

/** A card as sign-in and sign-up show it, in any of their combinations. */
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
