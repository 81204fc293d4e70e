import { ERROR_INFO, LOCKED_REASON, ServiceError } from '@awan/protocol/errors'
import type { Reader, Writer } from '../../db/database.ts'
import type { DriveRow, NodeLockRow } from '../../db/tables.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import type { NodeEvent } from '../changes/node-event.ts'
import type { Access } from './access.ts'
import { toActorId } from './actor.ts'
import { findWaysUp, type Step } from './find-node.store.ts'
import { deleteExpiredLocks, deleteLocks, listLocks } from './locks.store.ts'

export { deleteLocksOn } from './locks.store.ts'

/** What a change is about, as far as locks ask. */
export interface LockQuestion {
  /** Nodes that change themselves: content, name, properties. */
  nodes?: readonly string[]
  /** Folders that something is put into or taken out of. */
  folders?: readonly string[]
  /** Folders that go elsewhere with all that is below them. */
  trees?: readonly string[]
}

/** Leaves out of some locks of a drive those whose holders could not take them any more. */
export type KeepHeld = (reader: Reader, locks: readonly NodeLockRow[]) => Promise<NodeLockRow[]>

/**
 * The locks of one drive, as one call meets them. A drive without any has none of this: `drive.locked_until`, which
 * every transaction reads anyway, says so.
 */
export class DriveLocks {
  readonly #driveId: string
  readonly #actorId: string
  readonly #isVisitor: boolean
  readonly #tokens: ReadonlySet<string>
  readonly #keepHeld: KeepHeld
  /** The tokens of those that counted when the transaction began. */
  #atBeginning: ReadonlySet<string> = new Set()
  /** When it is: what has expired by then is no lock. */
  readonly now: number

  constructor(
    drive: Pick<DriveRow, 'id'>,
    { actor, lockTokens = [] }: Pick<Access, 'actor' | 'lockTokens'>,
    { now, keepHeld }: { now: number; keepHeld: KeepHeld },
  ) {
    this.#driveId = drive.id
    this.#actorId = toActorId(actor)
    this.#isVisitor = actor.kind === 'visitor'
    this.#tokens = new Set(lockTokens)
    this.#keepHeld = keepHeld
    this.now = now
  }

  /** Those that count: a lock ends with what gave its holder the right to take it. */
  async all(reader: Reader): Promise<NodeLockRow[]> {
    return this.#keepHeld(reader, await listLocks(reader, this.#driveId, this.now))
  }

  /**
   * Before a transaction changes anything: whoever moves a folder to where the holder of a lock below it sees nothing would
   * otherwise find no lock at the end.
   */
  async remember(reader: Reader): Promise<void> {
    this.#atBeginning = new Set((await this.all(reader)).map(({ token }) => token))
  }

  /** Everything that counts no more goes for good: whoever gets access back does not get their locks back. */
  async forgetEnded(writer: Writer): Promise<void> {
    await deleteExpiredLocks(writer, this.#driveId, this.now)
    const counting = new Set((await this.all(writer)).map(({ token }) => token))
    const tokens = (await listLocks(writer, this.#driveId, this.now)).map(({ token }) => token)
    await deleteLocks(
      writer,
      this.#driveId,
      tokens.filter((token) => !counting.has(token)),
    )
  }

  /** Those that hold for a node: its own, and those of folders above it that lock all that is below them. */
  async covering(reader: Reader, nodeId: string): Promise<NodeLockRow[]> {
    const locks = await this.all(reader)
    if (locks.length === 0) return []
    const above = await this.#findWays(reader, [nodeId])
    const way = new Set(above(nodeId))
    return locks.filter((lock) => covers(lock, nodeId, way))
  }

  /** Which of some nodes a lock holds. */
  async among(reader: Reader, nodeIds: readonly string[]): Promise<ReadonlySet<string>> {
    const locks = await this.all(reader)
    if (locks.length === 0) return new Set()
    const isDeep = locks.some(({ is_deep }) => is_deep === 1)
    const above = isDeep ? await this.#findWays(reader, nodeIds) : () => []
    const isHeld = (id: string) => {
      const way = new Set(above(id))
      return locks.some((lock) => covers(lock, id, way))
    }
    return new Set(nodeIds.filter(isHeld))
  }

  /** The folders above a node, from it up. */
  async wayOf(reader: Reader, nodeId: string): Promise<readonly string[]> {
    return (await this.#findWays(reader, [nodeId]))(nodeId)
  }

  /** Those of nodes below a folder. */
  async below(reader: Reader, folderId: string): Promise<NodeLockRow[]> {
    const locks = await this.all(reader)
    const above = await this.#findWays(
      reader,
      locks.map(({ node_id }) => node_id),
    )
    return locks.filter(({ node_id }) => node_id !== folderId && above(node_id).includes(folderId))
  }

  /** Throws where a lock that the caller does not hold stands in the way of a change. */
  async require(reader: Reader, question: LockQuestion): Promise<void> {
    const blocking = this.#blocking(await this.#touched(reader, question, await this.all(reader)))
    if (blocking[0]) throw this.#refuse(blocking[0])
  }

  /**
   * The last look before a transaction ends, at everything that it has changed, whoever wrote it: what no rule looked at
   * before comes to nothing here. What is thrown away or moved has left its locks behind.
   */
  async requireFor(writer: Writer, events: readonly NodeEvent[]): Promise<void> {
    const nodes: string[] = []
    const folders: (string | null)[] = []
    const trees: string[] = []
    for (const event of events) {
      if ('created' in event) folders.push(event.created.parent_id)
      if ('deleted' in event) {
        folders.push(event.deleted.parent_id)
        trees.push(event.deleted.id)
      }
      if ('changed' in event) {
        const { changed, set } = event
        const isMoved = set.parent_id !== undefined && set.parent_id !== changed.parent_id
        const isRenamed = set.name !== undefined && set.name !== changed.name
        nodes.push(changed.id)
        // Where it was, and where it is now: of a node that went, the locks above it there count too.
        if (isMoved || isRenamed) {
          folders.push(changed.parent_id, set.parent_id ?? null)
          trees.push(changed.id)
        }
      }
    }
    const question = { nodes, folders: folders.filter((id) => id !== null), trees }
    const left = await listLocks(writer, this.#driveId, this.now)
    const counting = left.filter(({ token }) => this.#atBeginning.has(token))
    const touched = await this.#touched(writer, question, counting)
    const blocking = this.#blocking(touched)
    if (blocking[0]) throw this.#refuse(blocking[0])
    const gone = touched.filter(({ isInTree }) => isInTree)
    await deleteLocks(
      writer,
      this.#driveId,
      gone.map(({ lock }) => lock.token),
    )
  }

  async #touched(
    reader: Reader,
    { nodes = [], folders = [], trees = [] }: LockQuestion,
    locks: readonly NodeLockRow[],
  ): Promise<Touched[]> {
    if (locks.length === 0) return []
    const asked = [...nodes, ...folders, ...locks.map(({ node_id }) => node_id)]
    const above = await this.#findWays(reader, asked)
    const isAsked = new Set([...nodes, ...folders, ...trees])
    const deep = new Set([...nodes, ...folders].flatMap(above))
    const trunks = new Set(trees)
    return locks.flatMap((lock) => {
      const isInTree = trunks.has(lock.node_id) || above(lock.node_id).some((id) => trunks.has(id))
      const isOn = isAsked.has(lock.node_id) || (lock.is_deep === 1 && deep.has(lock.node_id))
      return isOn || isInTree ? [{ lock, isInTree }] : []
    })
  }

  /** A visitor does not know who the people of a drive are. */
  #refuse(lock: NodeLockRow): ServiceError {
    return locked(this.#isVisitor ? { ...lock, owner: null } : lock)
  }

  /** Of several shared locks on one node, one that the caller holds is enough. */
  #blocking(touched: readonly Touched[]): NodeLockRow[] {
    const held = new Set(
      touched.filter(({ lock }) => this.#isHeld(lock)).map(({ lock }) => lock.node_id),
    )
    return touched.map(({ lock }) => lock).filter(({ node_id }) => !held.has(node_id))
  }

  /** The token of somebody else is good for nothing. */
  #isHeld({ token, person_sub }: NodeLockRow): boolean {
    return person_sub === this.#actorId && this.#tokens.has(token)
  }

  /** For each of some nodes the folders above it. */
  async #findWays(
    reader: Reader,
    nodeIds: readonly string[],
  ): Promise<(nodeId: string) => readonly string[]> {
    const wanted = [...new Set(nodeIds)]
    const byId = new Map<string, Step>()
    for (let at = 0; at < wanted.length; at += IDS_AT_ONCE) {
      const some = wanted.slice(at, at + IDS_AT_ONCE)
      for (const step of await findWaysUp(reader, this.#driveId, some)) byId.set(step.id, step)
    }
    return (nodeId) => {
      const way: string[] = []
      let step = byId.get(byId.get(nodeId)?.parent_id ?? '')
      while (step && !way.includes(step.id)) {
        way.push(step.id)
        step = byId.get(step.parent_id ?? '')
      }
      return way
    }
  }
}

const IDS_AT_ONCE = 500

interface Touched {
  lock: NodeLockRow
  /** It is on something that goes elsewhere. */
  isInTree: boolean
}

function covers(lock: NodeLockRow, nodeId: string, way: ReadonlySet<string>): boolean {
  return lock.node_id === nodeId || (lock.is_deep === 1 && way.has(lock.node_id))
}

/**
 * Says until when, and what the program that holds it says about its person; not what is locked, which may be a folder above all that the
 * caller sees.
 */
export function locked({ owner, expires_at }: NodeLockRow): ServiceError {
  const until = toIsoTime(expires_at)
  const by = ownerText(owner)
  return new ServiceError('failed_precondition', {
    status: 423,
    description: `the file or folder is locked${by === '' ? '' : ` by ${by}`} until ${until}: try again after that, or close it in the program that has it open`,
    details: [
      {
        '@type': ERROR_INFO,
        reason: LOCKED_REASON,
        domain: 'drive',
        metadata: { until, ...(by !== '' && { owner: by }) },
      },
    ],
  })
}

export function isLocked(thrown: unknown): thrown is ServiceError {
  return thrown instanceof ServiceError && thrown.status === 423
}

/** What stands in the XML of a client, without its elements. */
export function ownerText(owner: string | null): string {
  const text = (owner ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  return (
    text
      // Letters that turn the direction of others would change what stands beside them.
      .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
      .trim()
      .slice(0, 100)
  )
}
