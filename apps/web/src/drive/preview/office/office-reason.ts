import { OfficeProblem } from './package/office-problem.ts'

/** Why nothing is shown, as the places of previews call it. */
export function officeReason(error: unknown): 'locked' | 'large' | 'damaged' {
  if (!(error instanceof OfficeProblem) || error.code === 'broken') return 'damaged'
  return error.code
}
