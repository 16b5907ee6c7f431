/** The paths under which the browser reaches the service and these pages. */

/** The path under which the service is mounted: `/api/auth`, or an empty text. */
export const mountPath = document.querySelector<HTMLMetaElement>('meta[name="keystile-mount-path"]')?.content ?? ""

export const ownerPath = `${mountPath}/owner`
