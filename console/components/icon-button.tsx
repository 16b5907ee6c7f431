import { Icon, type IconName } from "./icons.tsx"

interface Props {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
}

export const IconButton = ({ icon, label, onClick }: Props) => (
  <button type="button" className="ks-icon-button" aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} />
  </button>
)
