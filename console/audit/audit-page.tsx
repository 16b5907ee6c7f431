/** The audit log of a project: filters, pages, details of each entry, export. */
import { useState } from "react"
import { AuditTable } from "../components/audit-table.tsx"
import { Button } from "../components/button.tsx"
import { ExportDialog } from "../export/export-dialog.tsx"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { setSearch } from "../route/route.ts"
import { auditExport } from "./audit-export.ts"
import { AuditFilters } from "./audit-filters.tsx"
import { auditFilterOf, readAuditSearch } from "./audit-search.ts"

const AuditPage = ({ now, project, search }: ProjectPageProps) => {
  const applied = readAuditSearch(search)
  const filter = auditFilterOf(applied)
  const [exporting, setExporting] = useState(false)
  return (
    <div className="ks-panel">
      <div className="ks-section-head">
        <div>
          <h1 className="ks-section-title">Audit log</h1>
          <p className="ks-text">Sign-ins, changes and refused attempts, the newest first.</p>
        </div>
        <div className="ks-row">
          <Button onClick={() => setExporting(true)}>Export</Button>
        </div>
      </div>
      <AuditFilters key={JSON.stringify(applied)} applied={applied} apply={setSearch} />
      <AuditTable projectId={project.id} filter={filter} now={now} />
      {exporting && (
        <ExportDialog
          title="Export the audit log"
          what="entries"
          source={auditExport(filter, now)}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  )
}

export default AuditPage
