import type { File } from '@awan/protocol/drive'
import type { ActionParts } from './action-parts.ts'
import { change, tellChange, tellChangedElsewhere, tellNotChanged } from './change-file.ts'
import { ChangedElsewhere } from './change-seen.ts'

export async function describeFile(
  parts: ActionParts,
  file: File,
  description: string,
): Promise<boolean> {
  const { t } = parts
  const wanted = description.trim()
  const described = await change(
    parts,
    file,
    { description: wanted === '' ? null : wanted },
    (error) => {
      if (!(error instanceof ChangedElsewhere)) return tellNotChanged(parts, file)(error)
      const { current } = error
      const text = current.description
      tellChangedElsewhere(parts, file, {
        text:
          text === undefined
            ? t('act.changed.noDescription')
            : t('act.changed.description', { text }),
        apply: () => void describeFile(parts, current, description),
      })
    },
  )
  if (!described) return false
  const was = { description: file.description ?? null }
  const topic = `describe ${file.id}`
  tellChange(parts, described, was, { title: t('act.described'), topic })
  return true
}
