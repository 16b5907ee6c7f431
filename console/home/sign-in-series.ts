/** The sign-ins of each day, by method, and the failed ones together. */
import type { Metrics } from "../../core/schema/metrics.ts"
import type { Series } from "./day-chart.tsx"

type SignIns = NonNullable<Metrics["signIns"]>

const names: Readonly<Record<SignIns[number]["method"], string>> = {
  password: "Password",
  otp: "Codes by mail",
  passkey: "Passkey",
  oauth: "Provider",
  mfa: "Second factor"
}

const sumOf = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, number) => sum + number, 0)

/** Returns a series for each method that was used, and one of the failures. */
export const signInSeries = (days: ReadonlyArray<string>, signIns: SignIns): ReadonlyArray<Series> => {
  const methods = [...new Set(signIns.map(({ method }) => method))]
  const succeeded = methods.map((method) => ({
    name: names[method],
    values: days.map((day) =>
      sumOf(signIns.filter((one) => one.date === day && one.method === method).map((one) => one.succeeded))
    )
  }))
  const failed = {
    name: "Failed",
    tone: "danger" as const,
    values: days.map((day) => sumOf(signIns.filter(({ date }) => date === day).map((one) => one.failed)))
  }
  return [...succeeded, failed]
}
