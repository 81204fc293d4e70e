import { isAnonymousSub } from '@awan/protocol'
import type { ConflictRule } from '@awan/protocol/drive'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import { addressProblem } from '@awan/protocol/web-address'
import type { TaskRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { OutgoingError, type OutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import { findReachProblem, type Reach } from '../../kernel/outgoing/reach.ts'
import type { Access } from '../access/access.ts'
import type { TaskKinds } from '../tasks/task-inputs.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { Downloads } from './downloads.ts'
import { fetchFiles } from './fetch-files.ts'
import { HourlyLimit } from './hourly-limit.ts'
import { type PaceOptions, USUAL_PACE } from './pace.ts'

/** What the operator allows. */
export interface FetchSettings {
  requests: Pick<OutgoingRequests, 'open' | 'reach'>
  /** Bytes of one file; undefined is no limit but the quota. */
  maxBytes: number | undefined
  perHour: number
}

export interface FetchesOptions {
  uploads: Pick<Uploads, 'create' | 'grow' | 'receive' | 'seal' | 'endByKey'>
  clock: Clock
  /** Undefined where the operator has switched it off. */
  fetching: FetchSettings | undefined
  pace?: PaceOptions
  /** How long a step is prepared. */
  partMs?: number
  retryMs?: number
}

export interface NewFetch {
  urls: readonly string[]
  parentId: string
  conflict: ConflictRule
}

/** Files that the server itself downloads for somebody. Its connections end with it. */
export interface Fetches extends Disposable {
  readonly kind: TaskKinds['fetch']
  /** Guests have no account that could answer for what the server calls on their behalf. */
  mayFetch(sub: string): boolean
  begin(
    tasks: Pick<Tasks, 'begin'>,
    access: Access,
    wanted: NewFetch,
    key?: string,
  ): Promise<TaskRow>
}

const PART_MS = 1_000
const RETRY_MS = 500

export function createFetches({
  uploads,
  clock,
  fetching,
  pace = USUAL_PACE,
  partMs = PART_MS,
  retryMs = RETRY_MS,
}: FetchesOptions): Fetches {
  const downloads = new Downloads()
  const limit = new HourlyLimit(clock, fetching?.perHour ?? 0)
  // Tasks from before it was switched off end.
  const requests = fetching?.requests ?? { open: () => Promise.reject(switchedOff()) }
  const mayFetch = (sub: string) => fetching !== undefined && !isAnonymousSub(sub)
  return {
    kind: fetchFiles({
      uploads,
      requests,
      downloads,
      pace,
      partMs,
      retryMs,
      maxBytes: fetching?.maxBytes,
    }),
    mayFetch,
    async begin(tasks, access, wanted, key) {
      const { actor } = access
      if (!fetching || actor.kind !== 'person' || !mayFetch(actor.sub)) {
        throw new ServiceError('permission_denied', {
          description: 'files cannot be fetched from addresses here',
        })
      }
      checkAddresses(wanted.urls, fetching.requests.reach)
      limit.count(actor.sub, wanted.urls.length)
      return tasks.begin(access, 'fetch', wanted, key)
    },
    [Symbol.dispose]: () => downloads[Symbol.dispose](),
  }
}

/** As far as their texts tell. No address is repeated in what is thrown. */
function checkAddresses(urls: readonly string[], reach: Reach): void {
  for (const [index, text] of urls.entries()) {
    const problem = addressProblem(text)
    const isPrivate = problem === undefined && findReachProblem(new URL(text), reach) !== undefined
    const reason = problem === undefined ? isPrivate && REASONS.private : REASONS[problem]
    if (reason === false) continue
    const field = `body.urls.${index}`
    throw new ServiceError('invalid_argument', {
      description: `${field}: ${reason}`,
      details: [{ '@type': ERROR_INFO, reason, domain: 'request', metadata: { field } }],
    })
  }
}

const REASONS = {
  form: 'is not an absolute address',
  protocol: 'must begin with https:// or http://',
  port: 'leads to a port that is not of the web',
  long: 'is too long',
  private: 'leads into a private network',
}

function switchedOff(): OutgoingError {
  return new OutgoingError('refused', 'refused: fetching is switched off')
}
