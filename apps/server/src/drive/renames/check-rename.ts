import type { CheckedRename, Rename } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { notFound, type OpenNode, openNodes, requireRight, seeNodes } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { nameTaken } from '../nodes/choose-name.ts'
import { checkIfMatch } from '../nodes/etag.ts'
import { toNodeName } from '../nodes/node-name.ts'
import { findChildren } from '../nodes/tree.ts'

/** Tells which of some nodes could not be renamed, and why. It changes nothing. */
export type CheckRename = (access: Access, renames: readonly Rename[]) => Promise<CheckedRename>

type Problem = CheckedRename['problems'][number]
interface Renamed {
  node: OpenNode
  name: string
}

export function createCheckRename(drives: Drives): CheckRename {
  return (access, renames) =>
    drives.read(access, async (reader, drive) => {
      const nodes = await openNodes(
        reader,
        drive,
        renames.map(({ id }) => id),
      )
      const problems: Problem[] = []
      const renamed: Renamed[] = []
      for (const rename of renames) {
        try {
          const node = nodes.get(rename.id)
          renamed.push({
            node: requireRenamable(drive, node, rename),
            name: toNodeName(rename.name),
          })
        } catch (error) {
          problems.push(toProblem(rename.id, error))
        }
      }
      return { problems: [...problems, ...(await findTaken(reader, drive, renamed))] }
    })
}

function requireRenamable(
  drive: OpenDrive,
  node: OpenNode | undefined,
  { etag }: Rename,
): OpenNode {
  if (!node) throw notFound()
  requireRight(node, drive.reach.right)
  if (node.id === drive.root_id) {
    throw new ServiceError('invalid_argument', { description: 'the root folder cannot be changed' })
  }
  if (node.trashed_at !== null) {
    throw new ServiceError('failed_precondition', {
      description: 'the file or folder is in the trash: restore it first',
    })
  }
  checkIfMatch(node, etag)
  return node
}

/** What the caller does not see is not told: whoever wants its name is given another one. */
async function findTaken(
  reader: Reader,
  drive: OpenDrive,
  renamed: readonly Renamed[],
): Promise<Problem[]> {
  const problems: Problem[] = []
  const byFolder = Map.groupBy(renamed, ({ node }) => node.parent_id)
  for (const [folderId, here] of byFolder) {
    if (folderId === null) continue
    const names = [...new Set(here.map(({ name }) => name))]
    const found = await seeNodes(reader, drive, await findChildren(reader, drive, folderId, names))
    const byName = new Map(found.map((node) => [node.name, node]))
    for (const { node, name } of here) {
      const holder = byName.get(name)
      if (!holder || holder.id === node.id) continue
      problems.push({ ...toProblem(node.id, nameTaken()), taken_by: holder.id })
    }
  }
  return problems
}

function toProblem(id: string, thrown: unknown): Problem {
  if (!(thrown instanceof ServiceError)) throw thrown
  return { id, error: thrown.error, description: thrown.description }
}
