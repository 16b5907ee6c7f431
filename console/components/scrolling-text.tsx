/** A text with its own line breaks, in a box that scrolls. */
interface Props {
  /** Names the box for screen readers. Default: what contains it has the name. */
  readonly label?: string
  readonly children: string
}

export const ScrollingText = ({ children, label }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls, so it needs keyboard focus.
  <pre
    className="ks-scrolling-text"
    dir="auto"
    tabIndex={0}
    aria-label={label}
    role={label === undefined ? undefined : "region"}
  >
    {children}
  </pre>
)
