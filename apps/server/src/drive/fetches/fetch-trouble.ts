import type { FetchProblem } from '@awan/protocol/drive'
import type { ErrorName } from '@awan/protocol/errors'
import { OutgoingError } from '../../kernel/outgoing/outgoing-requests.ts'
import type { Failure } from '../tasks/task-kind.ts'

/** What may help: nothing, another try from where it was, or one from the beginning. */
type Remedy = 'none' | 'again' | 'anew'

/** Why a file does not come. It names nothing of its address. */
export class FetchTrouble extends Error {
  override readonly name = 'FetchTrouble'
  readonly problem: FetchProblem
  readonly remedy: Remedy

  constructor(problem: FetchProblem, remedy: Remedy = 'none') {
    super(descriptions[problem])
    this.problem = problem
    this.remedy = remedy
  }
}

const descriptions: Record<FetchProblem, string> = {
  not_allowed: 'the address, or one that it redirects to, may not be fetched',
  missing: 'the file does not exist there',
  sign_in: 'the site gives the file only to people who sign in there',
  refused: 'the site does not give the file',
  no_answer: 'no answer came from the site',
  slow: 'the site sends the file too slowly',
  broken: 'the connection broke, or the file changed, again and again',
  too_large: 'the file is larger than what may be fetched',
  no_room: 'the file exceeds the quota of the drive',
  name_taken: 'the name is taken in this folder',
}

const errors: Record<FetchProblem, ErrorName> = {
  not_allowed: 'invalid_argument',
  missing: 'not_found',
  sign_in: 'permission_denied',
  refused: 'failed_precondition',
  no_answer: 'unavailable',
  slow: 'deadline_exceeded',
  broken: 'aborted',
  too_large: 'resource_exhausted',
  no_room: 'resource_exhausted',
  name_taken: 'already_exists',
}

/** What a task tells of it: of its address the host alone. */
export function toFailure(
  problem: FetchProblem,
  { index, host, name }: { index: number; host: string; name: string | undefined },
): Failure {
  return {
    id: String(index),
    ...(name !== undefined && { name }),
    error: errors[problem],
    description: descriptions[problem],
    reason: problem,
    host,
  }
}

export function toTrouble(error: unknown): FetchTrouble {
  if (error instanceof FetchTrouble) return error
  if (!(error instanceof OutgoingError)) return new FetchTrouble('broken', 'again')
  if (error.problem === 'refused') return new FetchTrouble('not_allowed')
  if (error.problem === 'redirects') return new FetchTrouble('refused')
  return new FetchTrouble('no_answer', 'again')
}

/** Undefined for one that carries the file. */
export function troubleOfStatus(status: number): FetchTrouble | undefined {
  if (status === 200 || status === 203 || status === 206) return undefined
  if (status === 401 || status === 403 || status === 407) return new FetchTrouble('sign_in')
  if (status === 404 || status === 410) return new FetchTrouble('missing')
  const isPassing = status >= 500 || status === 408 || status === 425 || status === 429
  return isPassing ? new FetchTrouble('no_answer', 'again') : new FetchTrouble('refused')
}
