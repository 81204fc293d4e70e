import { ServiceError } from '@awan/protocol/errors'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { Access } from '../access/access.ts'
import { ARRIVING_BYTES, ByteBudget, type ByteBudgetOptions } from '../byte-budget.ts'
import { Turns } from '../uploads/turns.ts'
import { appendBytes, type SentBytes } from './append-bytes.ts'
import { createTusUpload, type NewTusUpload } from './create-tus-upload.ts'
import { Joiner } from './joiner.ts'
import type { TusParts } from './tus-parts.ts'
import { readState, type TusState } from './tus-state.ts'

/**
 * Uploads of clients that speak tus 1.0: an adapter in front of the same sessions, which keep what has
 * arrived. An upload that has all of its bytes becomes a file at once.
 */
export interface Tus {
  /** The first bytes may come along; if they are rejected, no upload is created. */
  create(access: Access, upload: NewTusUpload, first?: Omit<SentBytes, 'offset'>): Promise<TusState>
  get(access: Access, id: string): Promise<TusState>
  append(access: Access, id: string, sent: SentBytes): Promise<TusState>
  terminate(access: Access, id: string): Promise<void>
  readonly chores: Chore[]
  /** Makes files of parts; it ends before the database does. */
  readonly joiner: AsyncDisposable
}

export type TusOptions = Omit<TusParts, 'turns' | 'arriving' | 'maxUnjoined'> & {
  /** How long a sender may be silent before another request may continue its upload. */
  stallMs?: number
  /** How long the call waits that makes a final upload of its parts. */
  joinWaitMs?: number
  /** How many final uploads of one drive may wait to be joined: far more than a client sends at once. */
  maxUnjoined?: number
  arriving?: ByteBudgetOptions | undefined
}

export function createTus({
  stallMs = 5_000,
  joinWaitMs = 20_000,
  maxUnjoined = 100,
  arriving = ARRIVING_BYTES,
  ...options
}: TusOptions): Tus {
  const parts: TusParts = {
    ...options,
    turns: new Turns(stallMs),
    arriving: new ByteBudget(arriving),
    maxUnjoined,
  }
  const { drives, uploads, clock } = parts
  const joiner = new Joiner(parts)

  async function read(access: Access, id: string): Promise<TusState> {
    return drives.read(access, (reader, drive) => readState(reader, drive, id, clock.now()))
  }

  /** A client whose bytes are all here assumes that its file exists: so it is created now, or the call fails. */
  async function finish(access: Access, state: TusState, waitMs: number): Promise<TusState> {
    const { upload, offset } = state
    if (upload.committed_node_id !== null || upload.kind === 'partial') return state
    if (upload.kind === 'final') {
      // When all is copied there is only the file to make, or to say why it cannot be made.
      if (upload.missing === '[]') await joiner.join(access, upload)
      else if (!(await joiner.joinWithin(access, upload, waitMs))) return state
      return read(access, upload.id)
    }
    if (offset < upload.size) return state
    const { id } = await uploads.commit(access, upload.id, upload.conflict)
    return { ...state, upload: { ...upload, committed_node_id: id } }
  }

  return {
    async create(access, given, first) {
      const begun = await createTusUpload(parts, access, given)
      const { kind, size } = begun.upload
      try {
        const state =
          first && kind !== 'final' && size > 0
            ? await appendBytes(parts, access, begun, { ...first, offset: 0 })
            : begun
        return await finish(access, state, joinWaitMs)
      } catch (error) {
        await uploads.abort(access, begun.upload.id)
        throw error
      }
    },
    async get(access, id) {
      return finish(access, await read(access, id), 0)
    },
    async append(access, id, sent) {
      const state = await read(access, id)
      if (state.upload.kind === 'final') {
        throw new ServiceError('permission_denied', {
          description: 'a final upload cannot receive bytes: they come from its partial uploads',
        })
      }
      return finish(access, await appendBytes(parts, access, state, sent), 0)
    },
    async terminate(access, id) {
      await read(access, id)
      await uploads.abort(access, id)
    },
    chores: joiner.chores,
    joiner,
  }
}
