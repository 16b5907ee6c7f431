/** Links to the parts of a page. Each part has a URL of its own. */
interface Props {
  readonly label: string
  readonly tabs: ReadonlyArray<{ readonly title: string; readonly href: string; readonly isCurrent: boolean }>
}

export const PageTabs = ({ label, tabs }: Props) => (
  <nav className="ks-page-tabs" aria-label={label}>
    {tabs.map(({ href, isCurrent, title }) => (
      <a key={href} href={href} aria-current={isCurrent ? "page" : undefined}>
        {title}
      </a>
    ))}
  </nav>
)
