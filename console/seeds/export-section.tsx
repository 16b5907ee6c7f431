/** Downloads the present state as a seed file, and lists what it does not say. */
import { useState } from "react"
import { saveFile } from "../../react/components/save-file.ts"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { Problem } from "../components/problem.tsx"
import { Section } from "../components/section.tsx"
import { useSubmit } from "../components/use-submit.ts"
import { read } from "../control/control-api.ts"
import type { ExportedSeed } from "../control/responses.ts"

export const ExportSection = () => {
  const [leftOut, setLeftOut] = useState<ExportedSeed["left_out"] | null>(null)
  const download = useSubmit(async () => {
    const result = await read<ExportedSeed>("/seed/export", null, new AbortController().signal)
    if (result === null) return
    saveFile("seed.json", new Blob([`${JSON.stringify(result.value.seed, null, 2)}\n`], { type: "application/json" }))
    setLeftOut(result.value.left_out)
  })
  return (
    <Section
      title="Export"
      text="The projects with their settings, users, teams and permissions, for keystile dev --seed."
    >
      <p className="ks-hint">
        The file has keys and other secrets in plain text, and the hashes of passwords. It has no sessions, codes, mails
        and messages of webhooks.
      </p>
      <div>
        <Button busy={download.busy} onClick={() => void download.run()}>
          Download seed file
        </Button>
      </div>
      <Problem>{download.problem}</Problem>
      <div role="status">
        {leftOut !== null && leftOut.length === 0 && <p className="ks-text">The file was downloaded.</p>}
        {leftOut !== null && leftOut.length > 0 && (
          <Notice tone="warning">
            The file was downloaded. A seed cannot say everything. Left out:
            <ul className="ks-problems">
              {leftOut.map(({ count, what }) => (
                <li key={what}>
                  {count.toLocaleString()} {what}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
    </Section>
  )
}
