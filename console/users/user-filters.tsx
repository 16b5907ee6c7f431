/** The filters of the list of users. */
import { Select } from "../components/select.tsx"
import { TeamFilter } from "./team-filter.tsx"
import { activeOptions, methodOptions, restrictedOptions, type UserSearch, verifiedOptions } from "./user-search.ts"

interface Props {
  readonly wanted: UserSearch
  readonly onChange: (changes: Partial<UserSearch>) => void
}

export const UserFilters = ({ onChange, wanted }: Props) => (
  <div className="ks-toolbar" role="group" aria-label="Filters">
    <Select
      label="Primary address"
      value={wanted.verified}
      options={verifiedOptions}
      onChange={(verified) => onChange({ verified })}
    />
    <Select
      label="Sign-in method"
      value={wanted.method}
      options={methodOptions}
      onChange={(method) => onChange({ method })}
    />
    <Select
      label="Last active"
      value={wanted.active}
      options={activeOptions}
      onChange={(active) => onChange({ active })}
    />
    <Select
      label="Restriction"
      value={wanted.restricted}
      options={restrictedOptions}
      onChange={(restricted) => onChange({ restricted })}
    />
    <TeamFilter teamId={wanted.team} onChange={(team) => onChange({ team })} />
  </div>
)
