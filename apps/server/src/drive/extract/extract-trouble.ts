import type { ExtractProblem } from '@awan/protocol/drive'
import { type ErrorName, ServiceError } from '@awan/protocol/errors'
import { MAX_NAME_BYTES } from '@awan/protocol/name-problem'
import { toPrintable } from '../../kernel/to-printable.ts'
import { ZipError } from '../../kernel/zip/zip-error.ts'
import type { Failure } from '../tasks/task-kind.ts'
import { MAX_ENTRIES } from './limits.ts'

/** Why an archive, or one of its entries, is not extracted. */
export class ExtractTrouble extends Error {
  override readonly name = 'ExtractTrouble'
  readonly problem: ExtractProblem

  constructor(problem: ExtractProblem, description: string = descriptions[problem]) {
    super(description)
    this.problem = problem
  }
}

const descriptions: Record<ExtractProblem, string> = {
  not_an_archive: 'the file is not a ZIP archive, or it is damaged',
  too_many: `the archive has more than ${MAX_ENTRIES} entries, too many folders, or too long a directory`,
  overlapping: 'the entries of the archive share bytes: it is damaged, or made to do harm',
  encrypted: 'the entry is encrypted',
  method: 'the entry is packed by a method that is not known here',
  link: 'the entry is a link or a device, not a file',
  name: 'the entry has a name that no file or folder can have',
  too_deep: 'the entry lies in more folders than there can be',
  damaged: 'the entry is damaged: it is not what the directory of the archive says',
}

const errors: Record<ExtractProblem, ErrorName> = {
  not_an_archive: 'failed_precondition',
  too_many: 'failed_precondition',
  overlapping: 'failed_precondition',
  encrypted: 'failed_precondition',
  method: 'unimplemented',
  link: 'failed_precondition',
  name: 'invalid_argument',
  too_deep: 'invalid_argument',
  damaged: 'data_loss',
}

/** What is wrong with the archive or with one of its entries; undefined for anything else that goes wrong. */
export function toTrouble(error: unknown): ExtractTrouble | undefined {
  if (error instanceof ExtractTrouble) return error
  if (error instanceof ZipError) return new ExtractTrouble(error.problem, error.message)
  return undefined
}

/** As a task tells of it; an entry by its number and by its path in the archive. */
export function toFailure(
  why: ExtractTrouble | ServiceError,
  { id, name }: { id: string; name: string },
): Failure {
  const told = { id, name: cut(toPrintable(name)), description: why.message }
  return why instanceof ServiceError
    ? { ...told, error: why.error, description: why.description }
    : { ...told, error: errors[why.problem], reason: why.problem }
}

/** Archives may have names of any length, and a task keeps some hundred of them. */
function cut(name: string): string {
  return name.length <= MAX_NAME_BYTES ? name : `${name.slice(0, MAX_NAME_BYTES - 1)}…`
}
