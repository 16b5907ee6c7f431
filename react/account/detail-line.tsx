/** A line of short details with a dot between them. It wraps between two details, not within one. */
import { Children, type PropsWithChildren } from "react"

/** Each child is one detail. */
export const DetailLine = ({ children }: PropsWithChildren) => {
  const details = Children.toArray(children)
  return (
    <span className="ks-person-mail">
      {Children.map(details, (detail, index) => (
        <>
          {index > 0 && " "}
          <span className="ks-detail">
            {detail}
            {index < details.length - 1 && " ·"}
          </span>
        </>
      ))}
    </span>
  )
}
