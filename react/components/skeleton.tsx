/** What stands where a form will be: bones in its layout, so that nothing jumps when it comes. */
import { useMessages } from "../messages/messages.ts"

/** A card with a form of so many fields, and a stub. */
export const FormSkeleton = ({ fields }: { readonly fields: number }) => {
  const { loading } = useMessages()
  return (
    <div className="ks ks-card" role="status" aria-busy="true">
      <div className="ks-card-body">
        <span className="ks-visually-hidden">{loading}</span>
        <span className="ks-bone" data-bone="title" />
        <div className="ks-form">
          {Array.from({ length: fields }, (_, index) => (
            <div className="ks-field" key={String(index)}>
              <span className="ks-bone" data-bone="label" />
              <span className="ks-bone" data-bone="control" />
            </div>
          ))}
          <span className="ks-bone" data-bone="control" />
        </div>
      </div>
      <div className="ks-card-stub">
        <span className="ks-bone" data-bone="text" />
        <span className="ks-bone" data-bone="label" />
      </div>
    </div>
  )
}
