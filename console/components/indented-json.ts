/** Indents JSON. A text that is not JSON, such as one that was cut off, stays as it is. */
export const indentedJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
