import { Logger } from "effect"

/** Collects the messages of the log, as `Error <message>` if they are wanted with their levels. */
export const collectLog = ({ withLevels = false } = {}) => {
  const lines: Array<string> = []
  const logger = Logger.layer([
    Logger.make(({ logLevel, message }) => {
      const text = [message].flat().join(" ")
      lines.push(withLevels ? `${logLevel} ${text}` : text)
    })
  ])
  return { lines, logger }
}
