import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { VersionRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import type { Drives, DriveTransaction } from '../access/drives.ts'
import { isInPlace, listAncestors, type OpenNode, openNode } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findVersion, removeVersions } from '../contents/contents.ts'
import { toIdempotentId } from '../idempotent-id.ts'
import type { Node } from '../nodes/nodes.ts'
import { freeQuota } from '../quota/quota.ts'
import { restoreVersion } from './restore-version.ts'
import { parseVersionToken, toVersionToken } from './version-token.ts'
import { listVersionsOf, renameVersion } from './versions.store.ts'

/** A version, and whether it is what the file holds now. */
export interface FileVersion {
  version: VersionRow
  isCurrent: boolean
}

export interface VersionsPage {
  versions: FileVersion[]
  nextPageToken: string | undefined
}

/** The contents that a file has had. */
export interface Versions {
  list(
    access: Access,
    nodeId: string,
    page: { size: number; token: string | undefined },
  ): Promise<VersionsPage>
  /** With a key, a repeated call gives what the first one made. */
  restore(
    access: Access,
    nodeId: string,
    versionId: string,
    given?: { ifMatch?: string | undefined; key?: string | undefined },
  ): Promise<OpenNode>
  rename(
    access: Access,
    nodeId: string,
    versionId: string,
    name: string | null,
  ): Promise<FileVersion>
  remove(access: Access, nodeId: string, versionId: string): Promise<void>
}

export function createVersions(options: {
  drives: Drives
  clock: Clock
  random: Random
}): Versions {
  const { drives, clock, random } = options
  return {
    async list(access, nodeId, { size, token }) {
      return drives.read(access, async (reader, drive) => {
        const node = await requireFile(reader, drive, nodeId)
        const before = token === undefined ? undefined : parseVersionToken(token)
        const rows = await listVersionsOf(reader, node, { before, limit: size + 1 })
        const shown = rows.slice(0, size)
        const last = rows.length > size ? shown.at(-1) : undefined
        return {
          versions: shown.map((version) => toFileVersion(node, version)),
          nextPageToken: last && toVersionToken(last),
        }
      })
    },

    async restore(access, nodeId, versionId, { ifMatch, key } = {}) {
      const chosen =
        key === undefined ? undefined : toIdempotentId(access, key, { nodeId, versionId })
      const id = chosen?.id ?? createId(random, clock.now())
      return drives.transact(access, async (transaction) => {
        const { node, version } = await requireOpenVersion(transaction, nodeId, versionId)
        return restoreVersion(transaction, { node, version, id, prefix: chosen?.prefix, ifMatch })
      })
    },

    async rename(access, nodeId, versionId, given) {
      return drives.transact(access, async (transaction) => {
        const { node, version } = await requireOpenVersion(transaction, nodeId, versionId)
        const name = given?.normalize('NFC').toWellFormed() ?? null
        if (name !== version.name) {
          await renameVersion(transaction.writer, version, name)
          const data = { name: node.name, version_id: version.id, version_name: name }
          const action = { action: 'name_version', data }
          transaction.recordChange({ changed: node, set: {} }, action)
        }
        return toFileVersion(node, { ...version, name })
      })
    },

    async remove(access, nodeId, versionId) {
      const { driveId: id } = access
      await drives.transact(access, async (transaction) => {
        const { node, version } = await requireOpenVersion(transaction, nodeId, versionId)
        if (version.id === node.version_id) {
          throw new ServiceError('failed_precondition', {
            description: 'the current version of a file cannot be removed',
          })
        }
        const { writer, now, recordChange } = transaction
        await freeQuota(writer, id, await removeVersions(writer, id, [version.id], now))
        const data = { name: node.name, version_id: version.id }
        recordChange({ changed: node, set: {} }, { action: 'delete_version', data })
      })
    },
  }
}

function toFileVersion(node: Node, version: VersionRow): FileVersion {
  return { version, isCurrent: version.id === node.version_id }
}

async function requireFile(reader: Reader, drive: OpenDrive, id: string): Promise<OpenNode> {
  const node = await openNode(reader, drive, id)
  if (node.kind === 'file') return node
  throw new ServiceError('failed_precondition', { description: 'a folder has no versions' })
}

/** For changes, which are not allowed in the trash. */
async function requireOpenVersion(
  { writer, drive }: DriveTransaction,
  nodeId: string,
  versionId: string,
): Promise<{ node: OpenNode; version: VersionRow }> {
  const node = await requireFile(writer, drive, nodeId)
  const version = await findVersion(writer, drive.id, versionId)
  if (!version || version.node_id !== node.id) {
    throw new ServiceError('not_found', { description: 'the file has no such version' })
  }
  if (!isInPlace(drive, node, await listAncestors(writer, node))) {
    throw new ServiceError('failed_precondition', { description: 'the file is in the trash' })
  }
  return { node, version }
}
