import { ServiceError } from '@awan/protocol/errors'
import {
  MAX_NAME_BYTES,
  type NameProblem,
  nameProblem,
  toStoredName,
} from '@awan/protocol/name-problem'

/** Brings a name to the form in which it is stored; a name that cannot be stored is refused with its reason. */
export function toNodeName(given: string): string {
  const problem = nameProblem(given)
  if (problem !== undefined) {
    throw new ServiceError('invalid_argument', { description: `the name ${reasons[problem]}` })
  }
  return toStoredName(given)
}

const reasons: Record<NameProblem, string> = {
  empty: 'is empty',
  reserved: 'is reserved',
  unicode: 'is not valid Unicode',
  slash: 'contains a slash',
  control: 'contains a control character',
  long: `is longer than ${MAX_NAME_BYTES} bytes`,
}
