/** A misspelt name would silently leave the default in force, so that it counts as a problem. */
export function findUnknownNames(
  env: Record<string, string | undefined>,
  known: readonly string[],
): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('AWAN_') && !name.startsWith('AWAN_TEST_'))
    .filter((name) => !known.includes(name))
    .sort()
    .map((name) => {
      const nearest = findNearest(name, known)
      const hint = nearest ? `Did you mean ${nearest}?` : '`npm start -- --help` lists them all.'
      return `${name} is not a setting of Awan. ${hint}`
    })
}

const MAX_SLIPS = 4

function findNearest(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((candidate) => ({ candidate, slips: editDistance(name, candidate) }))
    .sort((a, b) => a.slips - b.slips)
  return nearest && nearest.slips <= MAX_SLIPS ? nearest.candidate : undefined
}

/** How many letters to add, drop or change (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
