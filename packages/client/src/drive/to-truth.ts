/** As a query says it. */
export function toTruth(value: boolean | undefined): 'true' | 'false' | undefined {
  return value === undefined ? undefined : `${value}`
}
