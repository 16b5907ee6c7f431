/**
 * The containment of permissions as a graph. The table beside it has the same content, so it is hidden from readers.
 */
import { isSystemPermission } from "../../core/schema/fields/permission-id.ts"
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import { levelsOf } from "./permission-levels.ts"

interface Props {
  readonly label: string
  readonly definitions: ReadonlyArray<PermissionDefinition>
}

const WIDTH = 190
const HEIGHT = 32
const GAP_X = 60
const GAP_Y = 12
/** The characters that fit into a box. */
const FIT = 22

const shortened = (id: string) => (id.length > FIT ? `${id.slice(0, FIT - 1)}…` : id)

export const ContainmentGraph = ({ definitions, label }: Props) => {
  const levels = levelsOf(definitions)
  const places = new Map(
    levels.flatMap((ids, column) =>
      ids.map((id, row) => [id, { x: column * (WIDTH + GAP_X), y: row * (HEIGHT + GAP_Y) }] as const)
    )
  )
  const width = levels.length * (WIDTH + GAP_X) - GAP_X
  const height = Math.max(...levels.map((ids) => ids.length)) * (HEIGHT + GAP_Y) - GAP_Y
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so it must be focusable by keyboard.
    <div className="ks-graph" tabIndex={0} role="region" aria-label={`Graph of ${label}`}>
      <svg aria-hidden="true" width={width + 2} height={height + 2} viewBox={`-1 -1 ${width + 2} ${height + 2}`}>
        {definitions.flatMap(({ containedPermissionIds, id }) =>
          containedPermissionIds.map((inner) => {
            const from = places.get(id)
            const to = places.get(inner)
            if (from === undefined || to === undefined) return null
            const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2]
            const bend = GAP_X * 0.6
            return (
              <path key={`${id} ${inner}`} d={`M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`}>
                <title>{`${id} contains ${inner}`}</title>
              </path>
            )
          })
        )}
        {[...places].map(([id, { x, y }]) => (
          <g key={id} transform={`translate(${x} ${y})`} data-system={isSystemPermission(id) || undefined}>
            <title>{id}</title>
            <rect width={WIDTH} height={HEIGHT} rx="6" />
            <text x="10" y={HEIGHT / 2} dominantBaseline="central">
              {shortened(id)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}
