/** Tarjan's search for sets of nodes of which each reaches all others. */
export function findStrongComponents(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>()
  const open: string[] = []
  const components: string[][] = []

  /** The lowest number that a node reaches among those that are still open. */
  function visit(node: string): number {
    const number = numbers.size
    numbers.set(node, number)
    open.push(node)
    let lowest = number
    for (const target of edges.get(node) ?? []) {
      if (!numbers.has(target)) lowest = Math.min(lowest, visit(target))
      else if (open.includes(target)) lowest = Math.min(lowest, numbers.get(target) ?? lowest)
    }
    if (lowest === number) components.push(open.splice(open.indexOf(node)).sort())
    return lowest
  }

  for (const node of edges.keys()) if (!numbers.has(node)) visit(node)
  return components
}
