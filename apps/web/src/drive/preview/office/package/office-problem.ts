/** Why a document is not shown: it has a password, it is not what it says, or it is more than a browser should read. */
export type OfficeProblemCode = 'locked' | 'broken' | 'large'

export class OfficeProblem extends Error {
  readonly code: OfficeProblemCode

  constructor(code: OfficeProblemCode, detail: string) {
    super(`${code}: ${detail}`)
    this.name = 'OfficeProblem'
    this.code = code
  }
}
