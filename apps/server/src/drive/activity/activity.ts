import { createHash } from 'node:crypto'
import { createEventEnvelope, type EventEnvelope, ROOT_ID } from '@awan/protocol'
import type { ActionKind } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { ChangeRow } from '../../db/tables.ts'
import { toUuid } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { openNodes } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { NO_RIGHTS, type RightSet } from '../access/rights.ts'
import { isSystemFile } from '../nodes/system-file.ts'
import { listActions } from './activity.store.ts'
import { findActorNames } from './actor-names.ts'
import { type ActionGroup, alone, groupActions } from './group-actions.ts'
import { findToldSince } from './told-since.ts'

export { listActions } from './activity.store.ts'

type Envelope = EventEnvelope<Record<string, unknown>>

export interface ActivityPage {
  events: Envelope[]
  nextPageToken: string | undefined
}

/** The actions in a drive, as events for those who reach it. */
export interface Activity {
  read(
    access: Access,
    page: {
      nodeId: string | undefined
      kind?: ActionKind | undefined
      /** What one action did to many files is one event. */
      isGrouped?: boolean | undefined
      size: number
      token: string | undefined
    },
  ): Promise<ActivityPage>
}

export function createActivity({
  drives,
  people,
  source,
}: {
  drives: Drives
  people: PeopleDirectory
  source: string
}): Activity {
  return {
    async read(access, { nodeId, kind, isGrouped = false, size, token }) {
      // No index knows the kinds, or the groups: a page looks at so many actions and keeps those that fit.
      const looked = kind === undefined && !isGrouped ? size : LOOKED_AT
      const page = {
        before: token === undefined ? undefined : parsePageToken(token),
        limit: looked + 1,
      }
      return drives.read(access, async (reader, drive) => {
        const of = nodeId === ROOT_ID ? drive.reach.rootId : nodeId
        const rows = await listActions(reader, drive.id, { ...page, nodeId: of })
        const { isSeen, rightsOn } = await seenActions(reader, drive, rows)
        const isTold = await findToldSince(
          reader,
          drive,
          rows.filter(({ node_id }) => isSeen(node_id)),
          rightsOn,
        )
        const told = rows
          .slice(0, looked)
          .filter((row) => isOfKind(row.action, kind) && isSeen(row.node_id) && isTold(row))
        // Who asks about a file by itself means that one.
        const fitting = nodeId === undefined ? await withoutSystemFiles(reader, drive, told) : told
        const groups = isGrouped ? groupActions(fitting) : fitting.map(alone)
        const shown = groups.slice(0, size)
        const isCut = groups.length > size
        const hasMore = isCut || rows.length > looked
        const last = isCut ? shown.at(-1)?.last : hasMore ? rows[looked - 1] : undefined
        const firsts = shown.map(({ first }) => first)
        const nameOf = await findActorNames({ reader, people, drive }, firsts, rightsOn)
        return {
          events: shown.map((group) =>
            toEnvelope(group, { source, isSeen, actorName: nameOf(group.first) }),
          ),
          nextPageToken: last && `${last.at.toString(36)}.${last.seq.toString(36)}`,
        }
      })
    },
  }
}

const LOOKED_AT = 1000

/**
 * Programs leave them for themselves, one beside each file: nobody has done that. A folder of such a name holds files of
 * people, and whoever gives the name to a file of people takes it out of everybody's sight: both are told.
 */
async function withoutSystemFiles(
  reader: Reader,
  drive: OpenDrive,
  rows: readonly ChangeRow[],
): Promise<ChangeRow[]> {
  const named = rows.filter(isNamedAsSystemFile).map(({ node_id }) => node_id)
  const found = await openNodes(reader, drive, [...new Set(named)])
  return rows.filter(
    (row) => !isNamedAsSystemFile(row) || found.get(row.node_id)?.kind === 'folder',
  )
}

/** After the action, and before it. */
function isNamedAsSystemFile({ data }: ChangeRow): boolean {
  const { name, was = name } = data === null ? {} : (JSON.parse(data) as Record<string, unknown>)
  return [name, was].every((one) => typeof one === 'string' && isSystemFile(one))
}

/** Which nodes the caller may see events of: all of them, or those that are visible to them now. */
async function seenActions(
  reader: Reader,
  drive: OpenDrive,
  rows: readonly ChangeRow[],
): Promise<{ isSeen: (nodeId: string) => boolean; rightsOn: (nodeId: string) => RightSet }> {
  const { isUniform, whole = NO_RIGHTS } = drive.reach
  if (isUniform) return { isSeen: () => true, rightsOn: () => whole }
  const named = rows.flatMap((row) => [row.node_id, ...Object.values(foldersIn(row))])
  const seen = await openNodes(reader, drive, [...new Set(named)])
  return { isSeen: (id) => seen.has(id), rightsOn: (id) => seen.get(id)?.rights ?? NO_RIGHTS }
}

/** The folders that a action speaks of. */
function foldersIn({ data }: ChangeRow): Record<string, string> {
  const { from, to } = data === null ? {} : (JSON.parse(data) as Record<string, unknown>)
  return {
    ...(typeof from === 'string' && { from }),
    ...(typeof to === 'string' && { to }),
  }
}

const actionsOf: Readonly<Record<ActionKind, readonly string[]>> = {
  added: ['create', 'copy'],
  edited: ['write', 'update', 'restore_version', 'name_version', 'delete_version'],
  moved: ['move', 'rename'],
  removed: ['trash', 'untrash', 'delete'],
}

function isOfKind(action: string | null, kind: ActionKind | undefined): boolean {
  return kind === undefined || (action !== null && actionsOf[kind].includes(action))
}

/** Time and number of the last action that was looked at; whose actions follow, the caller's session says. */
function parsePageToken(token: string): Pick<ChangeRow, 'at' | 'seq'> {
  const [, first = '', second = ''] = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})$/.exec(token) ?? []
  const [at, seq] = [Number.parseInt(first, 36), Number.parseInt(second, 36)]
  if (!Number.isSafeInteger(at) || !Number.isSafeInteger(seq)) {
    throw new ServiceError('invalid_argument', {
      description: 'the page token is not valid: start at the first page',
    })
  }
  return { at, seq }
}

function toEnvelope(
  { first: change, count, names }: ActionGroup,
  {
    source,
    isSeen,
    actorName,
  }: { source: string; isSeen: (nodeId: string) => boolean; actorName: string | undefined },
): Envelope {
  const { drive_id, seq, node_id, action, actor_sub, at } = change
  const data = change.data === null ? {} : (JSON.parse(change.data) as Record<string, unknown>)
  // The source and target folder of a move are shown only to those who see that folder, and so is the name that something had there.
  for (const [key, id] of Object.entries(foldersIn(change))) {
    if (isSeen(id)) continue
    delete data[key]
    if (key === 'from') delete data.was
  }
  // Of another drive, which the caller may not see: for undo alone.
  delete data.origin
  return createEventEnvelope(
    {
      type: `drive.${action}`,
      source,
      subject: node_id,
      data: {
        ...data,
        drive_id,
        seq,
        actor_sub,
        ...(actorName !== undefined && { actor_name: actorName }),
        ...(count > 1 && { count, names }),
      },
    },
    { id: eventId(drive_id, seq), at },
  )
}

/** The same event has the same id whenever it is read. */
function eventId(driveId: string, seq: number): string {
  return toUuid(createHash('sha256').update(`${driveId} ${seq}`).digest().subarray(0, 16))
}
