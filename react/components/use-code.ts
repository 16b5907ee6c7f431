/** The state of a code field. */
import { useEffect, useId, useRef, useState } from "react"
import type { CodeFieldProps } from "./code-field.tsx"

interface Options extends Pick<CodeFieldProps, "error" | "onChange" | "onComplete"> {
  readonly length: number
}

/** A code that was refused is cleared, so that the next one can be typed at once. */
export const useCode = ({ error, length, onChange, onComplete }: Options) => {
  const [code, setCode] = useState("")
  const [refused, setRefused] = useState(error)
  if (refused !== error) {
    setRefused(error)
    if (error !== undefined) setCode("")
  }
  const errorId = useId()
  const input = useRef<HTMLInputElement>(null)
  const told = useRef(onChange)

  useEffect(() => {
    told.current = onChange
  })

  useEffect(() => {
    if (error === undefined) return
    told.current?.("")
    input.current?.focus()
  }, [error])

  const type = (next: string) => {
    if (next === code) return
    setCode(next)
    onChange?.(next)
    if (next.length === length) onComplete?.(next)
  }

  const inputRef = (element: HTMLInputElement | null) => {
    input.current = element
  }

  return { code, errorId, inputRef, type }
}
