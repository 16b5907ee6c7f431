/** Uploads, crops and saves the image of a user or a team. */
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useId, useRef, useState } from "react"
import type { Client } from "../../tiers/client.ts"
import { Picture } from "../components/picture.tsx"
import { Button } from "../components/button.tsx"
import { FieldError } from "../components/field-error.tsx"
import { Icon, uploadIcon } from "../components/icons.tsx"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { ImageCrop } from "./image-crop.tsx"
import { type DisplayedCallError, CallErrorNotice } from "./call-error-notice.tsx"
import { FILE_MAX_MEGABYTES, IMAGE_TYPES, type ImageProblem, readImage } from "./read-image.ts"
import { useAnnouncedAction } from "./use-announced-action.ts"

export interface ImageEditorProps<A, E extends DisplayedCallError> {
  readonly kind: "user" | "team"
  /** Accessible name of the file input. */
  readonly label: string
  readonly name: string | null
  readonly url: string | null
  readonly save: (url: string | null) => Effect.Effect<A, E, Client>
}

export const ImageEditor = <A, E extends DisplayedCallError>({
  kind,
  label,
  name,
  save,
  url
}: ImageEditorProps<A, E>) => {
  const texts = useMessages(account)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const action = useAnnouncedAction(save, (_saved, url) => (url === null ? texts.imageRemoved : texts.imageSaved))
  const [image, setImage] = useState<ImageBitmap | null>(null)
  const [problem, setProblem] = useState<ImageProblem | null>(null)

  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    action.reset()
    const read = await readImage(file)
    setProblem(typeof read === "string" ? read : null)
    setImage(typeof read === "string" ? null : read)
  }
  const keep = async (made: string | null) => {
    if (Exit.isFailure(await action.run(made))) return
    setImage(null)
  }
  const said = {
    tooLarge: format(texts.imageTooLarge, { count: FILE_MAX_MEGABYTES }),
    tooManyPixels: texts.imageTooManyPixels,
    unreadable: texts.imageUnreadable,
    vector: texts.imageVector
  }

  return (
    <>
      <div className="ks-image-editor">
        <Picture kind={kind} data-size="lg" name={name} url={url} />
        <div className="ks-row">
          <input
            ref={input}
            id={id}
            type="file"
            hidden
            accept={IMAGE_TYPES}
            aria-label={label}
            onChange={({ target }) => {
              void choose(target.files?.[0])
              // Reset, so that choosing the same file again fires `change`.
              target.value = ""
            }}
          />
          <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
            <Icon path={uploadIcon} />
            {texts.upload}
          </Button>
          {url !== null && (
            <Button variant="quiet" size="sm" busy={action.pending && image === null} onClick={() => void keep(null)}>
              {texts.remove}
            </Button>
          )}
        </div>
      </div>
      <FieldError id={`${id}-error`}>{problem === null ? undefined : said[problem]}</FieldError>
      {image === null && <CallErrorNotice error={action.error} waiting={action.waiting} />}
      {image !== null && (
        <ImageCrop
          image={image}
          pending={action.pending}
          error={action.error}
          waiting={action.waiting}
          onSave={(made) => void keep(made)}
          onClose={() => {
            action.reset()
            setImage(null)
          }}
        />
      )}
    </>
  )
}
