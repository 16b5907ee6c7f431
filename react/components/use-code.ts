/** The state of a code field. */
import { useEffect, useId, useRef, useState } from "react"
import type { CodeFieldProps } from "./code-props.ts"

interface Options extends Pick<CodeFieldProps, "error" | "onChange" | "onComplete" | "refused"> {
  readonly length: number
}

/** Returns the state of a code field. A refused code is cleared. */
export const useCode = ({ error, length, onChange, onComplete, refused = error }: Options) => {
  const [code, setCode] = useState("")
  const [before, setBefore] = useState(refused)
  const isRefused = refused !== undefined && refused !== null
  if (before !== refused) {
    setBefore(refused)
    if (isRefused) setCode("")
  }
  const errorId = useId()
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(onChange)

  useEffect(() => {
    latest.current = onChange
  })

  useEffect(() => {
    if (!isRefused) return
    latest.current?.("")
    input.current?.focus()
  }, [isRefused, refused])

  const type = (next: string) => {
    if (next === code) return
    setCode(next)
    onChange?.(next)
    if (next.length === length) onComplete?.(next)
  }

  return { code, errorId, inputRef: input, type }
}
