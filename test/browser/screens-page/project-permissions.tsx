/** A page whose content depends on the user's permissions in the project. */
import {
  Can,
  useHasPermission,
  useHasPermissionState,
  usePermission,
  usePermissions,
  usePermissionsState,
  usePermissionState,
  useUser
} from "keystile/react"

const idsOf = (permissions: ReadonlyArray<{ readonly id: string }>) => permissions.map(({ id }) => id).join(" ")

const Held = () => {
  const { data: state = [] } = usePermissionsState()
  return (
    <dl>
      <dt>All</dt>
      <dd>{idsOf(usePermissions())}</dd>
      <dt>Without suspending</dt>
      <dd>{idsOf(state)}</dd>
      <dt>Direct</dt>
      <dd>{idsOf(usePermissions({ recursive: false }))}</dd>
      <dt>One</dt>
      <dd>
        {usePermission("crew_staff")?.id} {usePermissionState("crew_staff").data?.id}
      </dd>
      <dt>Is granted</dt>
      <dd>
        {String(useHasPermission("crew_boss"))} {String(useHasPermissionState("crew_boss").data)}
      </dd>
    </dl>
  )
}

export const ProjectPermissions = () => {
  const user = useUser({ or: "redirect" })
  const { refresh } = usePermissionsState()
  return (
    <>
      <h1>Crew of {user.primaryEmail}</h1>
      <Can
        permission="crew_staff"
        fallback={<p>Ask your captain for access.</p>}
        pending={<p role="status">Loading</p>}
      >
        <section aria-labelledby="staff">
          <h2 id="staff">Staff room</h2>
          <Held />
        </section>
      </Can>
      <button type="button" onClick={() => void refresh()}>
        Check again
      </button>
    </>
  )
}
