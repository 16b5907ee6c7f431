/** The metadata of a user or a team: three JSON values, by who may read and write them. */
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { JsonEditor } from "./json-editor.tsx"
import type { CallFailure } from "./problem-text.ts"
import { Section } from "./section.tsx"

interface MetadataChange {
  readonly clientMetadata?: Schema.Json
  readonly clientReadOnlyMetadata?: Schema.Json
  readonly serverMetadata?: Schema.Json
}

interface Props<E extends CallFailure> {
  /** The holder as the texts name it, e.g. "the user". */
  readonly of: string
  /** The readers of the client metadata, as the start of a sentence. */
  readonly readers: string
  readonly saved: MetadataChange
  readonly save: (admin: ProjectAdminCalls, change: MetadataChange) => Effect.Effect<unknown, E>
}

export const MetadataSection = <E extends CallFailure>({ of, readers, save, saved }: Props<E>) => (
  <Section title="Metadata" text={`JSON that the application keeps with ${of}. An empty text removes it.`}>
    <JsonEditor
      label="Client metadata"
      hint={`${readers} can read and write it.`}
      saved={saved.clientMetadata ?? null}
      save={(admin, clientMetadata) => save(admin, { clientMetadata })}
    />
    <JsonEditor
      label="Client read-only metadata"
      hint={`${readers} can read it. Only the application's server and owners write it.`}
      saved={saved.clientReadOnlyMetadata ?? null}
      save={(admin, clientReadOnlyMetadata) => save(admin, { clientReadOnlyMetadata })}
    />
    <JsonEditor
      label="Server metadata"
      hint="Only the application's server and owners can read and write it."
      saved={saved.serverMetadata ?? null}
      save={(admin, serverMetadata) => save(admin, { serverMetadata })}
    />
  </Section>
)
