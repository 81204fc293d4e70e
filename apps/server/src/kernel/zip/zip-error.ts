export type ZipProblem =
  /** The bytes do not end with the directory of a ZIP archive, or it is cut or broken. */
  | 'not_an_archive'
  /** An entry is not what the directory says. */
  | 'damaged'

/** Why an archive, or one of its entries, cannot be read. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
  readonly problem: ZipProblem

  constructor(problem: ZipProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

export function notAnArchive(message = 'there is no directory of a ZIP archive'): ZipError {
  return new ZipError('not_an_archive', message)
}

export function damaged(message: string, options?: ErrorOptions): ZipError {
  return new ZipError('damaged', message, options)
}
