import type { OfficePackage } from './open-package.ts'
import { elementsOf, readXmlTree } from './xml-tree.ts'

export interface Relationship {
  /** The last word of its type: `image`, `hyperlink`, `worksheet`. */
  kind: string
  /** A path in the package, or an address where it leads out of it. */
  target: string
  isExternal: boolean
}

/** What a part of Office Open XML refers to, by the ids that it uses. */
export type Relationships = ReadonlyMap<string, Relationship>

/** Of one part; of the package itself where the path is empty. */
export async function readRelationships(
  office: OfficePackage,
  path: string,
): Promise<Relationships> {
  const slash = path.lastIndexOf('/') + 1
  const folder = path.slice(0, slash)
  const part = await office.text(`${folder}_rels/${path.slice(slash)}.rels`)
  if (!part) return new Map()
  return new Map(
    elementsOf(readXmlTree(part).root, 'Relationship').map(({ attributes }) => {
      const target = attributes.get('Target') ?? ''
      const isExternal = attributes.get('TargetMode') === 'External'
      const kind = attributes.get('Type')?.split('/').at(-1) ?? ''
      const id = attributes.get('Id') ?? ''
      return [
        id,
        { kind, isExternal, target: isExternal ? target : resolvePart(folder, target) },
      ] as const
    }),
  )
}

export function findRelationship(
  relationships: Relationships,
  kind: string,
): Relationship | undefined {
  return [...relationships.values()].find((each) => each.kind === kind && !each.isExternal)
}

/** The path of a part that is named from inside of a folder. */
export function resolvePart(folder: string, target: string): string {
  const path: string[] = []
  const from = target.startsWith('/') ? target : `${folder}${target}`
  for (const step of from.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}
