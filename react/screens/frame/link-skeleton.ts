import type { FormSkeletonProps } from "../../components/form-skeleton.tsx"

/** The skeleton of a question with two buttons. The length of its text is not known, so its lower part fades out. */
export const linkSkeleton: FormSkeletonProps = {
  icon: true,
  fields: 0,
  lines: 1,
  buttons: 2,
  footer: false,
  open: true
}
