import { MAX_NAME_BYTES, nameBytes, nameProblem } from '@awan/protocol/name-problem'
import type { Translate } from '../../i18n/keys.ts'

/** Why the server would refuse this name, for the field that it was typed into. */
export function refuseName(name: string, t: Translate): string | undefined {
  // Nobody means to type a name that cannot be seen; spaces around a name are its own.
  if (name.trim() === '') return t('new.folder.missing')
  const problem = nameProblem(name)
  if (problem === undefined) return undefined
  if (problem === 'empty') return t('new.folder.missing')
  if (problem === 'slash') return t('new.folder.slash')
  if (problem !== 'long') return t(`name.${problem}`)
  return t('name.long', { bytes: nameBytes(name), limit: MAX_NAME_BYTES })
}
