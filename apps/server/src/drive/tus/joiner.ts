import { isServiceError } from '@awan/protocol/errors'
import type { Chore } from '../../kernel/housekeeping.ts'
import { type Access, accessOfActor, systemAccess } from '../access/access.ts'
import { joinPartials } from './join-partials.ts'
import { listUnjoined, type TusUpload } from './tus.store.ts'
import type { TusParts } from './tus-parts.ts'

/**
 * Joins final uploads, those of one drive one after the other in this process; what a stop has left, the
 * chore takes up.
 */
export class Joiner implements AsyncDisposable {
  readonly #parts: TusParts
  readonly #running = new Map<string, Promise<void>>()
  readonly #lastOfDrive = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()

  constructor(parts: TusParts) {
    this.#parts = parts
  }

  join(access: Access, final: TusUpload): Promise<void> {
    const running = this.#running.get(final.id)
    if (running) return running
    const joining = this.#joinInLine(access, final).finally(() => this.#running.delete(final.id))
    this.#running.set(final.id, joining)
    return joining
  }

  #joinInLine(access: Access, final: TusUpload): Promise<void> {
    const join = () => joinPartials(this.#parts, access, final, this.#stop.signal)
    // Nothing to copy: who asks for it need not wait for others.
    if (final.missing === '[]') return join()
    const { drive_id } = final
    const joining = (this.#lastOfDrive.get(drive_id) ?? Promise.resolve()).then(join)
    const over = joining
      // Told to whoever waits for it; the next one begins all the same.
      .catch(() => {})
      .then(() => {
        if (this.#lastOfDrive.get(drive_id) === over) this.#lastOfDrive.delete(drive_id)
      })
    this.#lastOfDrive.set(drive_id, over)
    return joining
  }

  /** False when it takes longer; it goes on then. */
  async joinWithin(access: Access, final: TusUpload, waitMs: number): Promise<boolean> {
    const { promise: timeout, resolve } = Promise.withResolvers<false>()
    const timer = setTimeout(() => resolve(false), waitMs)
    const joining = this.join(access, final)
    try {
      return await Promise.race([joining.then(() => true), timeout])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends after the bytes that are under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    // Whoever waits for them is told what went wrong.
    await Promise.allSettled(this.#running.values())
  }

  get chores(): Chore[] {
    return [{ name: 'join parts of uploads', everyMs: 60_000, run: () => this.#joinAll() }]
  }

  async #joinAll(): Promise<void> {
    const { db, clock } = this.#parts
    const problems: unknown[] = []
    let after = { drive_id: '', id: '' }
    for (;;) {
      const page = { after, now: clock.now(), limit: BATCH }
      const finals = await db.read((reader) => listUnjoined(reader, page))
      for (const final of finals) {
        if (this.#stop.signal.aborted) break
        const { drive_id, created_by } = final
        const access =
          created_by === null ? systemAccess(drive_id) : accessOfActor(drive_id, created_by, 'add')
        await this.join(access, final).catch((problem) => {
          if (!isRefusal(problem)) problems.push(problem)
        })
      }
      const last = finals.at(-1)
      if (!last || finals.length < BATCH || this.#stop.signal.aborted) break
      after = last
    }
    // One that cannot be joined does not keep the others waiting.
    if (problems.length > 0) throw new AggregateError(problems, 'uploads could not be joined')
  }
}

const BATCH = 100

/** No fault of ours: a name that is taken, a drive that is full. Whoever asks for the upload is told. */
function isRefusal(problem: unknown): boolean {
  return REFUSALS.some((name) => isServiceError(problem, name))
}

const REFUSALS = [
  'already_exists',
  'failed_precondition',
  'invalid_argument',
  'not_found',
  'resource_exhausted',
] as const
